import type { EmbedLink, Metrics } from "../contract/index.ts";
import { dayMs, demoNow, demoStart, iso } from "./clock.ts";
import { demoId } from "./demo-id.ts";
import type { DemoScene } from "./scene.ts";

/** Landing page of the sample program. */
export const landingPage = "https://northlight.example/";
/** Domain of its short links. */
export const linkDomain = "go.northlight.example";

/** A link without what is computed from it. */
export interface DemoLink {
  key: string;
  /** Shared by everything that names the link, so that an edit shows everywhere. */
  ref: { id: string; shortLink: string; url: string };
  isDefault: boolean;
  archived: boolean;
  createdAt: string;
  updatedAt: string;
}

const words = ["newsletter", "youtube", "podcast", "blog", "course", "talk", "bio", "webinar"];

/** The links a partner has at the start, the default one first. */
export function createLinks(scene: DemoScene): DemoLink[] {
  return Array.from({ length: scene.linkCount }, (_, n) => {
    const word = words[(n - 1) % words.length];
    const numbered = n > words.length ? `${word}-${n}` : word;
    const key = (n === 0 ? "ada" : `ada-${numbered}`) + scene.linkSuffix;
    const path = n === 0 ? "" : `${n % 2 ? "pricing" : "features/invoices"}${scene.linkSuffix}`;
    return createLink(key, landingPage + path, demoStart + n * (n > 20 ? dayMs / 2 : 20 * dayMs), n);
  });
}

/** A new link. */
export function createLink(key: string, url: string, at: number, n: number): DemoLink {
  const createdAt = iso(Math.min(at, demoNow));
  const ref = { id: demoId("link", at, n), shortLink: `https://${linkDomain}/${key}`, url };
  return { key, ref, isDefault: n === 0, archived: false, createdAt, updatedAt: createdAt };
}

/** A link as the contract shows it. */
export function showLink(link: DemoLink, metrics: Metrics, scene: DemoScene): EmbedLink {
  const { clicks, leads, conversions, sales, saleAmount } = metrics;
  const { key, ref, isDefault, archived, createdAt, updatedAt } = link;
  return {
    id: ref.id,
    domain: linkDomain,
    key,
    shortLink: ref.shortLink,
    url: ref.url,
    shareUrl: scene.linkStyle === "short" ? ref.shortLink : withVia(ref.url, key),
    qrCode: `https://northlight.example/api/qr?url=${encodeURIComponent(ref.shortLink)}`,
    isDefault,
    archived,
    clicks,
    leads,
    conversions,
    sales,
    saleAmount: scene.hidden.includes("revenue") ? null : saleAmount,
    createdAt,
    updatedAt,
  };
}

function withVia(url: string, key: string): string {
  const shared = new URL(url);
  shared.searchParams.set("via", key);
  return shared.href;
}
