import type { EmbedLink, EmbedSettings } from "referrals-embed/contract";
import { withVia } from "referrals-embed/rules";
import type { Config } from "../../config.ts";
import type { OwnLinkRow } from "../../store/queries/embed/embed-links.ts";
import { qrCodeOf } from "../links/link-record.ts";
import { recordOf } from "../record.ts";
import { embedLink } from "../../schemas/embed-data.ts";

/** What an embed link is made from. */
export type EmbedLinkRow = Pick<
  OwnLinkRow,
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
  | "discount_code"
>;

/** A partner's link as the embed shows it. */
export function toEmbedLink(
  row: EmbedLinkRow,
  { sections, linkStyle }: Pick<EmbedSettings, "sections" | "linkStyle">,
  config: Pick<Config, "apiUrl">,
): EmbedLink {
  return recordOf(embedLink, row, {
    shareUrl: linkStyle === "query" ? withVia(row.url, row.key) : row.short_link,
    qrCode: qrCodeOf(row.short_link, config),
    saleAmount: sections.revenue ? row.sale_amount : null,
  });
}

/** A link in a list, with its earnings. */
export function toListedLink(
  row: EmbedLinkRow & { earnings: number },
  settings: Pick<EmbedSettings, "sections" | "linkStyle">,
  config: Pick<Config, "apiUrl">,
): EmbedLink {
  return { ...toEmbedLink(row, settings, config), earnings: settings.sections.earnings ? row.earnings : null };
}
