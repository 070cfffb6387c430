import type { EmbedLink, EmbedSettings } from "referrals-embed/contract";
import type { Config } from "../../config.ts";
import type { LinkRow } from "../../store/schema/links.ts";
import { qrCodeOf } from "../links/link-record.ts";

/** What an embed link is made from. */
export type EmbedLinkRow = Pick<
  LinkRow,
  | "id"
  | "domain"
  | "key"
  | "short_link"
  | "url"
  | "is_default"
  | "archived"
  | "clicks"
  | "leads"
  | "conversions"
  | "sales"
  | "sale_amount"
  | "created_at"
  | "updated_at"
>;

/** A partner's link as the embed shows it. */
export function toEmbedLink(
  row: EmbedLinkRow,
  { sections, linkStyle }: Pick<EmbedSettings, "sections" | "linkStyle">,
  config: Pick<Config, "apiUrl">,
): EmbedLink {
  return {
    id: row.id,
    domain: row.domain,
    key: row.key,
    shortLink: row.short_link,
    url: row.url,
    shareUrl: linkStyle === "query" ? withVia(row.url, row.key) : row.short_link,
    qrCode: qrCodeOf(row.short_link, config),
    isDefault: row.is_default,
    archived: row.archived,
    clicks: row.clicks,
    leads: row.leads,
    conversions: row.conversions,
    sales: row.sales,
    saleAmount: sections.revenue ? row.sale_amount : null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** The destination with `via=<key>`, its other bytes and fragment kept. */
function withVia(url: string, key: string): string {
  const hash = url.indexOf("#");
  const [rest, fragment] = hash === -1 ? [url, ""] : [url.slice(0, hash), url.slice(hash)];
  return `${rest}${rest.includes("?") ? "&" : "?"}via=${encodeURIComponent(key)}${fragment}`;
}
