import type { UseQueryResult } from "@tanstack/react-query";
import type { EmbedAnalyticsQuery, GroupBy, PayoutStatus } from "../contract/records.ts";
import type { EmbedAnalyticsRow } from "../contract/analytics.ts";
import type * as data from "../contract/records.ts";
import type { ReferralsSection } from "../contract/embed.ts";
import type { EmbedList } from "../contract/scalars.ts";
import { useRead } from "./bootstrap-query.ts";
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

/** The partner's profile. */
export const useProfile = (session: Session): UseQueryResult<data.Profile> =>
  useRead(session, "embed.profile", {}, { section: "settings" });

/** How the partner is paid. `enabled: false` asks nothing. */
export const usePayoutMethod = (session: Session, enabled = true): UseQueryResult<data.PayoutMethod> =>
  useRead(session, "embed.payoutMethod", {}, { section: "settings", enabled });
