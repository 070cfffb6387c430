import type { RedirectDomain, RedirectLink } from "./redirect-link.ts";

/** The inputs of a decision besides the link. */
export interface DecisionInput {
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
  draw: (linkId: string) => number;
}

/** Not the link's own destination: `to` is the program's or domain's address for such visitors. */
export interface Absent {
  kind: "unknown" | "expired";
  to: string | null;
}

/** The answer to a request for a short link. */
export type Decision = Absent | { kind: "password" } | { kind: "preview" } | Delivery;

/** The visitor is sent to a destination. */
export interface Delivery {
  kind: "frame" | "redirect";
  to: string;
  /** The A/B variant that decided, to be kept in a cookie. */
  variant: number | null;
}

/** Row 1 of the table: the link does not exist, or must not be shown. */
export function unknownLink(domain: RedirectDomain | null): Absent {
  return { kind: "unknown", to: domain?.notFoundUrl ?? null };
}

/** The table of docs/api.md (api §12), row by row: the first that applies decides. */
export function decide(link: RedirectLink, domain: RedirectDomain | null, input: DecisionInput): Decision {
  const unknown = unknownLink(domain);
  if (link.invitedUntil !== null && input.now >= link.invitedUntil) return unknown;
  if (link.disabled) {
    return link.partnerDeactivated && link.fallbackUrl !== null ? { kind: "unknown", to: link.fallbackUrl } : unknown;
  }
  if (link.expiresAt !== null && input.now >= link.expiresAt) {
    return { kind: "expired", to: link.expiredUrl ?? domain?.expiredUrl ?? null };
  }
  if (link.passwordHash !== null && !input.proven) return { kind: "password" };
  if (input.crawler && link.proxy) return { kind: "preview" };
  const { to, variant } = destination(link, input);
  return { kind: link.rewrite && /^https?:/i.test(to) ? "frame" : "redirect", to, variant };
}

function destination(link: RedirectLink, input: DecisionInput): { to: string; variant: number | null } {
  const byOs = input.os === null ? null : link[input.os];
  if (byOs !== null) return { to: byOs, variant: null };
  const byCountry = input.country === null ? undefined : link.geo?.[input.country];
  if (byCountry !== undefined) return { to: byCountry, variant: null };
  if (!link.variants || !isTestActive(link, input.now)) return { to: link.url, variant: null };
  const { variants } = link;
  const kept = input.variant === null ? undefined : variants[input.variant];
  const drawn = kept ?? drawVariant(variants, input.draw(link.id));
  return drawn ? { to: drawn.url, variant: variants.indexOf(drawn) } : { to: link.url, variant: null };
}

/** Active when testStartedAt is empty or past and testCompletedAt empty or future. */
function isTestActive(link: RedirectLink, now: number): boolean {
  return (
    (link.testStartedAt === null || link.testStartedAt <= now) &&
    (link.testCompletedAt === null || now < link.testCompletedAt)
  );
}

/** The variant whose range of cumulative percentages contains the draw; the last one if they add up to less. */
function drawVariant<T extends { percentage: number }>(variants: readonly T[], draw: number): T | undefined {
  let sum = 0;
  for (const variant of variants) {
    sum += variant.percentage;
    if (draw < sum) return variant;
  }
  return variants.at(-1);
}
