import type { RedirectDomain, RedirectLink } from "./redirect-link.ts";

/** What a decision depends on besides the link. */
export interface Visit {
  /** Epoch milliseconds. */
  now: number;
  /** Whether the link's password, if any, was given. */
  proven: boolean;
  crawler: boolean;
  os: "ios" | "android" | null;
  /** Two upper-case letters. */
  country: string | null;
  /** Variant of the visitor's cookie. */
  variant: number | null;
  /** 0 ≤ draw < 100, the same for the same visitor and link. */
  draw: () => number;
}

/** How a short link is answered. */
export type Decision =
  | { kind: "unknown" | "expired"; to: string | null }
  | { kind: "password" }
  | { kind: "preview" }
  | {
      kind: "frame" | "redirect";
      to: string;
      /** The A/B variant that decided, to be kept in a cookie. */
      variant: number | null;
    };

/** The table of docs/api.md (api §12), row by row: the first that applies decides. */
export function decide(link: RedirectLink | null, domain: RedirectDomain | null, visit: Visit): Decision {
  const unknown: Decision = { kind: "unknown", to: domain?.notFoundUrl ?? null };
  if (!link) return unknown;
  if (link.invitedUntil !== null && visit.now >= link.invitedUntil) return unknown;
  if (link.disabled) {
    return link.partnerDeactivated && link.fallbackUrl !== null ? { kind: "unknown", to: link.fallbackUrl } : unknown;
  }
  if (link.expiresAt !== null && visit.now >= link.expiresAt) {
    return { kind: "expired", to: link.expiredUrl ?? domain?.expiredUrl ?? null };
  }
  if (link.passwordHash !== null && !visit.proven) return { kind: "password" };
  if (visit.crawler && link.proxy) return { kind: "preview" };
  const { to, variant } = destination(link, visit);
  return { kind: link.rewrite && /^https?:/i.test(to) ? "frame" : "redirect", to, variant };
}

function destination(link: RedirectLink, visit: Visit): { to: string; variant: number | null } {
  const byOs = visit.os === null ? null : link[visit.os];
  if (byOs !== null) return { to: byOs, variant: null };
  const byCountry = visit.country === null ? undefined : link.geo?.[visit.country];
  if (byCountry !== undefined) return { to: byCountry, variant: null };
  if (!link.variants || !isTestActive(link, visit.now)) return { to: link.url, variant: null };
  const kept = visit.variant === null ? undefined : link.variants[visit.variant];
  const variant = kept ? visit.variant! : drawn(link.variants, visit.draw());
  return { to: link.variants[variant]!.url, variant };
}

/** Active when testStartedAt is empty or past and testCompletedAt empty or future. */
function isTestActive(link: RedirectLink, now: number): boolean {
  return (
    (link.testStartedAt === null || link.testStartedAt <= now) &&
    (link.testCompletedAt === null || now < link.testCompletedAt)
  );
}

/** The variant whose share of the cumulative percentages holds the draw. */
function drawn(variants: readonly { percentage: number }[], draw: number): number {
  let sum = 0;
  for (const [index, { percentage }] of variants.entries()) {
    sum += percentage;
    if (draw < sum) return index;
  }
  return variants.length - 1;
}
