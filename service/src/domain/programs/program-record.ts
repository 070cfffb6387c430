import { embedSections, type EmbedSection, type EmbedSettings, type Program } from "referrals-embed/contract";
import type { ProgramRow } from "../../store/schema/accounts.ts";

/** What the embed shows unless the program says otherwise: everything, amounts of others in bands. */
const defaults: EmbedSettings = {
  sections: Object.fromEntries(embedSections.map((section) => [section, true])) as Record<EmbedSection, boolean>,
  leaderboard: { amounts: "bands", period: "all" },
  faq: null,
  resources: null,
  termsUrl: null,
  supportEmail: null,
  poweredBy: true,
  linkStyle: "short",
};

/** A program's embed settings: what is stored over the defaults. */
export function embedSettings(row: Pick<ProgramRow, "embed">): EmbedSettings {
  return { ...defaults, ...row.embed, sections: { ...defaults.sections, ...row.embed.sections } };
}

/** A program as the API shows it. */
export function toProgram(row: ProgramRow): Program {
  return {
    id: row.id,
    name: row.name,
    logo: row.logo,
    brandColor: row.brand_color,
    url: row.url,
    currency: row.currency,
    timezone: row.timezone,
    minPayoutAmount: row.min_payout_amount,
    holdingPeriodDays: row.holding_period_days,
    attributionModel: row.attribution_model,
    attributionWindowDays: row.attribution_window_days,
    selfReferral: row.self_referral,
    autoApprove: row.auto_approve,
    onTenantMismatch: row.on_tenant_mismatch,
    allowedOrigins: row.allowed_origins,
    fallbackUrl: row.fallback_url,
    clickIdParams: row.click_id_params,
    payoutMethods: row.payout_methods,
    embed: embedSettings(row),
  };
}
