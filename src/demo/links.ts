import { ReferralsError } from "../contract/errors.ts";
import type { EmbedLink, Metrics } from "../contract/index.ts";
import { withVia } from "../rules/link-destination.ts";
import { keyPath } from "../rules/link-key.ts";
import { dayMs, iso, joinedAt } from "./clock.ts";
import { demoId } from "./demo-id.ts";
import { noMetrics } from "./no-metrics.ts";
import type { DemoScene } from "./scene.ts";

/** Host of the sample program. */
export const programHost = "northlight.example";
/** Its landing page. */
export const landingPage: string = `https://${programHost}/`;
/** Domain of its short links. */
export const linkDomain: string = `go.${programHost}`;

/** Code of the partner's default link. */
const discountCode = "ADA20";

/** A link without what is computed from it. */
export interface DemoLink {
  key: string;
  /** Shared by everything that names the link, so that an edit shows everywhere. */
  ref: { id: string; shortLink: string; url: string };
  isDefault: boolean;
  archived: boolean;
  createdAt: string;
  updatedAt: string;
  /** Lifetime figures. */
  metrics: Metrics;
}

const words = ["newsletter", "youtube", "podcast", "blog", "course", "talk", "bio", "webinar"];

/** The links a partner has at the start, the default one first. */
export function createLinks({ linkCount, linkSuffix, now }: DemoScene): DemoLink[] {
  return Array.from({ length: linkCount }, (_, n) => {
    const word = n > 0 ? `-${words[(n - 1) % words.length]}` : "";
    const number = n > words.length ? `-${n}` : "";
    const path = n > 0 ? (n % 2 ? "pricing" : "features/invoices") + linkSuffix : "";
    const at = joinedAt(now) + n * (n > 20 ? dayMs / 2 : 20 * dayMs);
    return createLink(`ada${word}${number}${linkSuffix}`, landingPage + path, Math.min(at, now), n);
  });
}

/** A new link. */
export function createLink(key: string, url: string, at: number, n: number): DemoLink {
  const createdAt = iso(at);
  const ref = { id: demoId("link", at, n), shortLink: shortLinkOf(key), url };
  return { key, ref, isDefault: n === 0, archived: false, createdAt, updatedAt: createdAt, metrics: noMetrics() };
}

/** Address of the short link of a key. */
export function shortLinkOf(key: string): string {
  return `https://${linkDomain}/${keyPath(key)}`;
}

/** The link of an id, where one is given; throws 404 unless it is the partner's own. */
export function findLink(links: readonly DemoLink[], id: string | null): DemoLink | undefined {
  const link = links.find(({ ref }) => ref.id === id);
  if (link || id === null) return link;
  throw new ReferralsError("not_found", "No such link. Check the id.");
}

/** A link as the contract shows it. */
export function showLink({ ref, metrics, ...link }: DemoLink, { linkStyle, discount }: DemoScene): EmbedLink {
  const { uniqueClicks: _, ...figures } = metrics;
  return {
    ...ref,
    domain: linkDomain,
    shareUrl: linkStyle === "short" ? ref.shortLink : withVia(ref.url, link.key),
    qrCode: `${landingPage}api/qr?url=${encodeURIComponent(ref.shortLink)}`,
    discountCode: discount && link.isDefault ? discountCode : null,
    ...link,
    ...figures,
  };
}
