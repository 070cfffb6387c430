import type { UseQueryResult } from "@tanstack/react-query";
import type { EmbedAnalyticsQuery, GroupBy, PayoutStatus } from "../contract/records.ts";
import type { EmbedAnalyticsRow } from "../contract/analytics.ts";
import type * as data from "../contract/records.ts";
import type { ReferralsSection } from "../contract/embed.ts";
import type { EmbedList } from "../contract/scalars.ts";
import { readAhead, useRead, type Read } from "./bootstrap-query.ts";
import type { Session } from "./session.ts";

/** Files, colours, links and questions: part of the first answer. */
export const useResources = (session: Session): UseQueryResult<Pick<data.Bootstrap, "resources" | "faq">> =>
  useRead(session, "embed.bootstrap", {}, { select: ({ resources, faq }) => ({ resources, faq }) });

/** The program's referral form: part of the first answer. */
export const useReferralForm = (session: Session): UseQueryResult<data.Bootstrap["referralForm"]> =>
  useRead(session, "embed.bootstrap", {}, { select: ({ referralForm }) => referralForm });

/** Rows of one grouping of the partner's own analytics. */
export const useAnalytics = <G extends GroupBy>(
  session: Session,
  query: EmbedAnalyticsQuery & { groupBy: G },
  section?: ReferralsSection,
): UseQueryResult<EmbedAnalyticsRow<G>[]> =>
  useRead(session, "embed.analytics", query, { section }) as UseQueryResult<EmbedAnalyticsRow<G>[]>;

/** A page of what the partner earned. `enabled: false` asks nothing. */
export const useEarnings = (
  session: Session,
  query: data.EarningListQuery,
  enabled = true,
): UseQueryResult<EmbedList<data.Earning>> =>
  useRead(session, "embed.earnings", query, { section: "earnings", enabled });

/** A page of the partner's payouts. */
export const usePayouts = (
  session: Session,
  query: data.EmbedPageQuery & { status?: PayoutStatus },
): UseQueryResult<EmbedList<data.PayoutRow>> => useRead(session, "embed.payouts", query, { section: "earnings" });

/** What one of the partner's payouts pays. */
export const useStatement = (session: Session, payoutId: string): UseQueryResult<data.PayoutStatement> =>
  useRead(session, "embed.statement", { payoutId }, { section: "earnings" });

/** The program's leaderboard. */
export const useLeaderboard = (session: Session): UseQueryResult<data.Leaderboard> =>
  useRead(session, "embed.leaderboard", {}, { section: "leaderboard" });

/** A page of the partner's links. `enabled: false` asks nothing. */
export const useLinks = (
  session: Session,
  query: data.EmbedPageQuery & { archived?: boolean },
  enabled = true,
): UseQueryResult<EmbedList<data.EmbedLink>> => useRead(session, "embed.links", query, { section: "links", enabled });

/** A page of the referrals the partner sent. */
export const useReferrals = (session: Session, query: data.EmbedPageQuery): UseQueryResult<EmbedList<data.Referral>> =>
  useRead(session, "embed.referrals", query, { section: "refer" });

/** The partner's link for bringing in others, and what it came to. */
export const useInvitation = (session: Session): UseQueryResult<data.Invitation> =>
  useRead(session, "embed.invitation", {}, { section: "refer" });

/** The partner's profile. */
export const useProfile = (session: Session): UseQueryResult<data.Profile> =>
  useRead(session, "embed.profile", {}, { section: "settings" });

/** How the partner is paid. `enabled: false` asks nothing. */
export const usePayoutMethod = (session: Session, enabled = true): UseQueryResult<data.PayoutMethod> =>
  useRead(session, "embed.payoutMethod", {}, { section: "settings", enabled });

/** Rows per page. */
export const PAGE_SIZE = 25;
/** Up to this many links are read at once, so that a sort covers them all; more come in the service's order and pages. */
export const LINKS_AT_ONCE = 100;

/** Asks for what a section shows first, the moment its tab is about to be pressed: the very query its panel begins with. */
export function readSectionAhead(session: Session, section: ReferralsSection, timezone: string): void {
  const ahead = (name: Read, query: object = {}): void => void readAhead(session, name, query, section);
  if (section === "links") ahead("embed.links", { archived: false, limit: LINKS_AT_ONCE });
  if (section === "earnings") ahead("embed.earnings", { interval: "all", timezone, limit: PAGE_SIZE });
  if (section === "leaderboard") ahead("embed.leaderboard");
  if (section === "refer") ahead("embed.referrals", { limit: PAGE_SIZE });
}
