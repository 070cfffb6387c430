import type { Link, LinkSummary } from "referrals-embed/contract";
import type { Config } from "../../config.ts";
import type { LinkWithTags } from "../../store/queries/links/links.ts";
import { passwordMask } from "./link-password.ts";
import { recordOf } from "../record.ts";
import { link } from "../../schemas/link.ts";
import { linkSummary } from "../../schemas/link-summary.ts";

/** A link in the answer of every link operation: all 53 keys. */
export function toLink(row: LinkWithTags, config: Pick<Config, "apiUrl">): Link {
  return recordOf(link, row, {
    qrCode: qrCodeOf(row.short_link, config),
    projectId: row.workspace_id.replace(/^ws_/, ""),
    tagId: row.tags[0]?.id ?? null,
    password: row.password_hash === null ? null : passwordMask,
  });
}

/** A link as a partner's record lists it (specification, Link summary). */
export function toLinkSummary(row: Omit<LinkWithTags, "tags">): LinkSummary {
  return recordOf(linkSummary, row);
}

/** The address of a short link's QR code. */
export function qrCodeOf(shortLink: string, { apiUrl }: Pick<Config, "apiUrl">): string {
  return `${apiUrl}/qr?url=${encodeURIComponent(`${shortLink}?qr=1`)}`;
}
