import type { Link, LinkSummary } from "referrals-embed/contract";
import type { Config } from "../../config.ts";
import type { LinkWithTags } from "../../store/queries/links.ts";
import { passwordMask } from "./link-password.ts";

/** A link as every link operation answers it: all 53 keys. */
export function toLink(row: LinkWithTags, config: Pick<Config, "apiUrl">): Link {
  return {
    ...toLinkSummary(row),
    qrCode: qrCodeOf(row.short_link, config),
    workspaceId: row.workspace_id,
    projectId: row.workspace_id.replace(/^ws_/, ""),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    tags: row.tags,
    tagId: row.tags[0]?.id ?? null,
    webhookIds: row.webhook_ids,
    trackConversion: row.track_conversion,
    archived: row.archived,
    proxy: row.proxy,
    rewrite: row.rewrite,
    doIndex: row.do_index,
    publicStats: row.public_stats,
    externalId: row.external_id,
    tenantId: row.tenant_id,
    programId: row.program_id,
    partnerId: row.partner_id,
    folderId: row.folder_id,
    userId: row.user_id,
    identifier: row.identifier,
    comments: row.comments,
    title: row.title,
    description: row.description,
    image: row.image,
    video: row.video,
    ios: row.ios,
    android: row.android,
    expiredUrl: row.expired_url,
    utm_source: row.utm_source,
    utm_medium: row.utm_medium,
    utm_campaign: row.utm_campaign,
    utm_term: row.utm_term,
    utm_content: row.utm_content,
    ref: row.ref,
    password: row.password_hash === null ? null : passwordMask,
    expiresAt: row.expires_at?.toISOString() ?? null,
    disabledAt: row.disabled_at?.toISOString() ?? null,
    lastClicked: row.last_clicked?.toISOString() ?? null,
    testStartedAt: row.test_started_at?.toISOString() ?? null,
    testCompletedAt: row.test_completed_at?.toISOString() ?? null,
    geo: row.geo,
    testVariants: row.test_variants,
  };
}

/** A link as a partner's record lists it (specification, Link summary). */
export function toLinkSummary(row: Omit<LinkWithTags, "tags">): LinkSummary {
  return {
    id: row.id,
    domain: row.domain,
    key: row.key,
    shortLink: row.short_link,
    url: row.url,
    clicks: row.clicks,
    leads: row.leads,
    conversions: row.conversions,
    sales: row.sales,
    saleAmount: row.sale_amount,
  };
}

/** Where a short link's QR code is drawn. */
export function qrCodeOf(shortLink: string, { apiUrl }: Pick<Config, "apiUrl">): string {
  return `${apiUrl}/qr?url=${encodeURIComponent(`${shortLink}?qr=1`)}`;
}
