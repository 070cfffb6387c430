import type { AnalyticsRow, Bootstrap, BootstrapQuery, EmbedSection, EnrollmentStatus } from "referrals-embed/contract";
import { accessOf, actionsOf, brandColours, noticeOf, type BrandColours } from "referrals-embed/rules";
import {
  readBootstrap,
  readTimeseries,
  type BootstrapRow,
  type InJson,
} from "../../store/queries/embed/embed-bootstrap.ts";
import { earningsByBucket } from "../../store/queries/sums/earning-sums.ts";
import type { EarningRow } from "../../store/queries/embed/embed-earnings.ts";
import { bucketsOf } from "../analytics/buckets-of.ts";
import { queryAnalytics } from "../analytics/query-analytics.ts";
import { now, type Context } from "../context.ts";
import { milestonesOf, periodBefore } from "referrals-embed/rules";
import { awaitsAnswers } from "../enrollments/answer-application.ts";
import { defaultDomain } from "../links/link-domain.ts";
import { toEmbedDiscount, toEmbedReward } from "../programs/embed-offer.ts";
import { embedSettings } from "../programs/program-record.ts";
import { askedOf } from "./asked-application.ts";
import { toEarning } from "./earning-record.ts";
import { figuresOf } from "./figures.ts";
import { toEmbedLink, type EmbedLinkRow } from "./embed-link.ts";
import { toProfile } from "./own-profile.ts";
import type { EmbedSession } from "./session.ts";
import { tokenInfo } from "./token-info.ts";

/**
 * Everything the first screen needs, as far as status, sections and scopes allow.
 * @throws ReferralsError 422 for an impossible period
 */
export async function bootstrap(ctx: Context, session: EmbedSession, query: BootstrapQuery): Promise<Bootstrap> {
  const row = await readBootstrap(ctx.store.pool, session.enrollmentId, now(ctx));
  const settings = embedSettings(row.program);
  const { status } = session;
  const { program } = row;
  const standing = { ...row, status, awaitsAnswers: awaitsAnswers({ status, application_id: row.applicationId }) };
  const actions = session.scopes.includes("profile:write") ? actionsOf(standing, ctx.clock.now()) : [];
  return {
    status,
    access: accessOf(status),
    notice: noticeOf(standing),
    actions,
    application: askedOf(row, session, actions),
    token: tokenInfo(session),
    program: {
      id: program.id,
      name: program.name,
      logo: program.logo,
      brandColor: program.brand_color,
      brandColors: coloursOf(program.brand_color),
      url: program.url,
      currency: program.currency,
      timezone: program.timezone,
      minPayoutAmount: program.min_payout_amount,
      holdingPeriodDays: program.holding_period_days,
      payoutDay: program.payout_day,
      termsUrl: settings.termsUrl,
      supportEmail: settings.supportEmail,
      payoutMethods: program.payout_methods,
      poweredBy: settings.poweredBy,
      shareMessages: settings.shareMessages,
      namePartners: settings.namePartners,
    },
    sections: sectionsOf(settings.sections, session, row),
    ...offerOf(row, status),
    ...(accessOf(status) === "none" ? noData : await dataParts(ctx, session, { row, query })),
    generatedAt: new Date(ctx.clock.now()).toISOString(),
  };
}

const derived = new Map<string | null, BrandColours | null>();
const mostDerived = 1000;

/** A program's colours, derived once: that takes longer than the rest of the answer. */
function coloursOf(brandColor: string | null): BrandColours | null {
  const known = derived.get(brandColor);
  if (known !== undefined) return known;
  if (derived.size >= mostDerived) derived.clear();
  const colours = brandColours(brandColor);
  derived.set(brandColor, colours);
  return colours;
}

type DataParts = Pick<
  Bootstrap,
  | "partner"
  | "links"
  | "linksTotal"
  | "linkRules"
  | "stats"
  | "earnings"
  | "milestones"
  | "timeseries"
  | "previous"
  | "recentEarnings"
  | "referralForm"
  | "resources"
  | "faq"
>;

const noData: DataParts = {
  partner: null,
  links: null,
  linksTotal: null,
  linkRules: null,
  stats: null,
  earnings: null,
  milestones: null,
  timeseries: null,
  previous: null,
  recentEarnings: null,
  referralForm: null,
  resources: null,
  faq: null,
};

async function dataParts(
  ctx: Context,
  session: EmbedSession,
  { row, query }: { row: BootstrapRow; query: BootstrapQuery },
): Promise<DataParts> {
  const settings = embedSettings(row.program);
  const { sections } = settings;
  const shown = <T>(section: EmbedSection, part: () => T): T | null => (sections[section] ? part() : null);
  return {
    partner: shown("profile", () => toProfile(row.profile)),
    links: shown("links", () => row.links.map((link) => toEmbedLink(withDates(link), settings, ctx.config))),
    linksTotal: shown("links", () => row.linksTotal),
    linkRules: shown("links", () => linkRules(ctx, session, row)),
    ...(await figuresOf(ctx, row)),
    milestones: milestonesOf(settings.milestones, { told: row.milestonesTold, showEarnings: sections.earnings }),
    ...(sections.analytics ? await timeseries(ctx, session, { row, query }) : { timeseries: null, previous: null }),
    recentEarnings: shown("earnings", () => row.recentEarnings.map((earning) => toEarning(revived(earning), settings))),
    referralForm: shown("referrals", () => row.referralForm),
    resources: shown("resources", () => settings.resources),
    faq: shown("faq", () => settings.faq),
  };
}

/** A tab is hidden when every control in it needs a scope the token lacks. */
function sectionsOf(
  sections: Bootstrap["sections"],
  { scopes }: EmbedSession,
  { rewards }: BootstrapRow,
): Bootstrap["sections"] {
  const bringsPartners = rewards.some(({ event }) => event === "referral");
  return {
    ...sections,
    referrals: sections.referrals && (bringsPartners || scopes.includes("referrals:write")),
    payoutSettings: sections.payoutSettings && scopes.includes("payouts:write"),
  };
}

function linkRules(ctx: Context, session: EmbedSession, row: BootstrapRow): Bootstrap["linkRules"] {
  const { maxPartnerLinks: maxLinks, linksTotal, linkHosts } = row;
  const room = maxLinks === null || linksTotal < maxLinks;
  const hosts = linkHosts.length > 0 ? linkHosts : [{ host: new URL(row.program.url).hostname, mode: "host" as const }];
  return {
    canCreate: room && accessOf(session.status) === "full" && session.scopes.includes("links:write"),
    maxLinks,
    domain: row.primaryDomain ?? defaultDomain(ctx.config).host,
    style: embedSettings(row.program).linkStyle,
    hosts,
  };
}

/** The buckets of the requested period, after one bucket for the whole period before it. */
async function timeseries(
  ctx: Context,
  session: EmbedSession,
  { row: { program, enrolledAt }, query }: { row: BootstrapRow; query: BootstrapQuery },
): Promise<Pick<DataParts, "timeseries" | "previous">> {
  const { sections } = embedSettings(program);
  const { edges: asked } = await bucketsOf(ctx, query, { timezone: program.timezone });
  const before = periodBefore(asked, { nowMs: ctx.clock.now(), sinceMs: enrolledAt.getTime() });
  const edges = [...(before === null ? [] : [before]), ...asked];
  const sums = edges.every((edge) => edge % 3_600_000 === 0)
    ? await hourlySums(ctx, session, edges)
    : await fromEvents(ctx, session, edges);
  const points = edges.slice(0, -1).map((start, bucket) => {
    const sum = sums.get(bucket);
    return {
      start: new Date(start).toISOString(),
      clicks: sum?.clicks ?? 0,
      leads: sum?.leads ?? 0,
      sales: sum?.sales ?? 0,
      saleAmount: sections.revenue ? (sum?.saleAmount ?? 0) : null,
      earnings: sections.earnings ? (sum?.earnings ?? 0) : null,
    };
  });
  return { previous: before === null ? null : (points.shift() ?? null), timeseries: points };
}

async function hourlySums(ctx: Context, { enrollmentId }: EmbedSession, edges: readonly number[]) {
  const at = edges.map((edge) => new Date(edge));
  return new Map((await readTimeseries(ctx.store.pool, enrollmentId, at)).map((sum) => [sum.bucket, sum]));
}

/** Hourly sums cannot be split for zones with an offset of part of an hour. */
async function fromEvents(ctx: Context, { workspaceId, enrollmentId }: EmbedSession, edges: readonly number[]) {
  const scope = { workspaceId, enrollmentId };
  const uniqueOnly = ctx.config.clickCounting === "unique";
  const question = {
    scope,
    filter: { facets: {} },
    event: "composite",
    groupBy: "timeseries",
    edges,
  } as const;
  const rows = (await queryAnalytics(ctx.db, { ...question, uniqueOnly })) as AnalyticsRow<"timeseries">[];
  const at = edges.map((edge) => new Date(edge));
  const earned = await earningsByBucket(ctx.db, { enrollmentId }, at);
  return new Map(rows.map((row, bucket) => [bucket, { ...row, earnings: earned.get(bucket) ?? 0 }]));
}

function withDates(link: BootstrapRow["links"][number]): EmbedLinkRow {
  const { created_at, updated_at, ...rest } = link;
  return { ...rest, created_at: new Date(created_at), updated_at: new Date(updated_at) } as EmbedLinkRow;
}

function revived(row: InJson<EarningRow>): EarningRow {
  const date = (text: string | null): Date | null => (text === null ? null : new Date(text));
  return {
    ...row,
    createdAt: new Date(row.createdAt),
    payableAt: date(row.payableAt),
    paidAt: date(row.paidAt),
  };
}

/** The program's offer, for partners who may earn, are invited, or have applied. */
function offerOf(row: BootstrapRow, status: EnrollmentStatus): Pick<Bootstrap, "rewards" | "discount"> {
  if (accessOf(status) !== "full" && status !== "invited" && status !== "pending")
    return { rewards: [], discount: null };
  const { currency } = row.program;
  return {
    rewards: row.rewards.map((reward) => toEmbedReward(reward, currency)),
    discount: row.discount && toEmbedDiscount(row.discount),
  };
}
