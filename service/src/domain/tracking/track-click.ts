import {
  ReferralsError,
  type ClickInput,
  type ClickResult,
  type OfferResult,
  type OpenInput,
  type OpenResult,
  type VisitInput,
} from "referrals-embed/contract";
import {
  findOffer,
  findTrackedLink,
  type TrackedAddress,
  type TrackedLink,
} from "../../store/queries/tracking/tracked-links.ts";
import type { LinkRow } from "../../store/schema/links.ts";
import { embedSettings } from "../programs/program-record.ts";
import { isEarning } from "../rules/statuses.ts";
import { now, type Context } from "../context.ts";
import type { DirectVisit } from "../click-store.ts";
import { present } from "../../present.ts";
import { parseUrl } from "referrals-embed/rules";

/** The browser a visit comes from. */
export type Visitor = Pick<DirectVisit, "address" | "userAgent" | "proxyHeaders">;

/**
 * Tracks a click that a page reports, and answers the owner of the link. A repeat within the hour answers the same click id.
 * @throws not_found for an unknown, disabled or expired link; unprocessable_entity for an identifier without domain or key
 */
export async function trackClick(ctx: Context, input: ClickInput, visitor: Visitor): Promise<ClickResult> {
  const link = await openLink(ctx, addressOf(ctx, input));
  const { url = link.url, referrer = null } = input;
  const clickId = await record(ctx, { ...visitor, linkId: link.id, url, referrer, trigger: "link" });
  return { clickId, ...(await offerOf(ctx, link)) };
}

/** Tracks an app opened by a short link; for an address without a link of ours it answers nulls. */
export async function trackOpen(ctx: Context, { deepLink }: OpenInput, visitor: Visitor): Promise<OpenResult> {
  const address = deepLink ? parseUrl(deepLink) : undefined;
  const key = address && keyOf(address.pathname);
  const link = address && key ? await findTrackedLink(ctx.db, { domain: address.host, key }) : undefined;
  if (!link || !isOpen(ctx, link)) return { clickId: null, link: null };
  const visit = { ...visitor, linkId: link.id, url: link.url, referrer: null, trigger: "deeplink" as const };
  const { id, domain, url } = link;
  return { clickId: await record(ctx, visit), link: { id, domain, key: link.key, url } };
}

/** The key a path names; `null` for one that cannot be decoded. */
function keyOf(path: string): string | null {
  try {
    return decodeURIComponent(path).replace(/^\/|\/$/g, "");
  } catch {
    return null;
  }
}

/** Tracks a page view on the root link of a domain. @throws not_found when the domain has none */
export async function trackVisit(ctx: Context, input: VisitInput, visitor: Visitor): Promise<{ clickId: string }> {
  const link = await openLink(ctx, { domain: input.domain.toLowerCase(), key: "_root" });
  const { url, referrer = null } = input;
  return { clickId: await record(ctx, { ...visitor, linkId: link.id, url, referrer, trigger: "pageview" }) };
}

function addressOf(ctx: Context, { domain, key, identifier }: ClickInput): TrackedAddress {
  if (identifier === undefined)
    return { domain: present(domain, "the domain").toLowerCase(), key: present(key, "the key") };
  const workspaceId = ctx.workspaceId || null;
  if (domain === undefined && workspaceId === null) {
    throw new ReferralsError(
      "unprocessable_entity",
      "custom: domain: required with identifier, or send a publishable key",
    );
  }
  return { identifier, domain: domain?.toLowerCase() ?? null, workspaceId };
}

/** An offer and its partner, as far as a page may see them. */
export async function openOffer(ctx: Context, link: TrackedLink | undefined): Promise<OfferResult> {
  if (!link || !isOpen(ctx, link)) return { discount: null, introducedBy: null };
  const { discount, introducedBy } = await offerOf(ctx, link);
  return { discount, introducedBy };
}

async function openLink(ctx: Context, address: TrackedAddress): Promise<TrackedLink> {
  const link = await findTrackedLink(ctx.db, address);
  if (link && isOpen(ctx, link)) return link;
  throw new ReferralsError("not_found", "There is no such link, or it is disabled or expired.");
}

/** Visits to disabled or expired links, or to links of an expired invitation, are not counted. */
function isOpen(ctx: Context, link: TrackedLink): boolean {
  const ends = [link.expires_at, link.invited_until];
  return link.disabled_at === null && ends.every((end) => end === null || end > now(ctx));
}

function record(ctx: Context, visit: DirectVisit): Promise<string> {
  if (!ctx.clicks) throw new Error("clicks are not recorded here: the service was built without its redirect");
  return ctx.clicks.record(visit);
}

/** Only an enrollment that earns offers a discount. */
async function offerOf(ctx: Context, link: LinkRow): Promise<Omit<ClickResult, "clickId">> {
  const offer = link.enrollment_id ? await findOffer(ctx.db, link.enrollment_id, link.id) : undefined;
  if (!offer || !isEarning(offer, now(ctx))) return { partner: null, discount: null, introducedBy: null };
  const { discount_id: id, type, amount_minor: minor, rate_bp: rateBp, max_duration: maxDuration } = offer;
  const { currency, code } = offer;
  const amount = type === "flat" ? (minor ?? 0) : (rateBp ?? 0) / 100;
  const { name, image } = offer;
  // The answer names a partner only with their consent, and only with a discount.
  const isNamed = id && name && offer.named_to_friends === true && embedSettings(offer).namePartners;
  return {
    partner: { id: offer.partner_id, name: name ?? "", image },
    discount: id && type ? { id, type, amount, maxDuration, currency, code } : null,
    introducedBy: isNamed ? { name, image } : null,
  };
}
