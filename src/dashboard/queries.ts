import { useMutation } from "@tanstack/react-query";
import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query";
import type { AnalyticsRow, EmbedAnalyticsQuery, GroupBy } from "../contract/analytics.ts";
import type * as data from "../contract/embed-data.ts";
import type { ReferralsSection } from "../contract/embed.ts";
import type { PayoutStatus } from "../contract/payout.ts";
import type { FormValues } from "../contract/referral-form.ts";
import type { EmbedList } from "../contract/scalars.ts";
import { useRead, type Read } from "./bootstrap-query.ts";
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
): UseQueryResult<AnalyticsRow<G>[]> =>
  useRead(session, "embed.analytics", query, { section }) as UseQueryResult<AnalyticsRow<G>[]>;

/** A page of what the partner earned. */
export const useEarnings = (session: Session, query: data.EarningListQuery): UseQueryResult<EmbedList<data.Earning>> =>
  useRead(session, "embed.earnings", query, { section: "earnings" });

/** A page of the partner's payouts. */
export const usePayouts = (
  session: Session,
  query: data.EmbedPageQuery & { status?: PayoutStatus },
): UseQueryResult<EmbedList<data.PayoutRow>> => useRead(session, "embed.payouts", query, { section: "earnings" });

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

/** A write: its result, and the reads it makes stale. Writes are never repeated by themselves (EMB-L3). */
function useWrite<V, R>(
  session: Session,
  send: (input: V) => Promise<R>,
  stale: readonly Read[],
): UseMutationResult<R, Error, V> {
  const { queryClient } = session;
  return useMutation(
    {
      mutationFn: send,
      onSuccess: () =>
        Promise.all(stale.map((name) => queryClient.invalidateQueries({ queryKey: ["referrals-embed", name] }))),
    },
    queryClient,
  );
}

/** Creates a link. */
export const useCreateLink = (session: Session): UseMutationResult<data.EmbedLink, Error, data.EmbedLinkInput> =>
  useWrite(session, (body) => session.client("embed.createLink", { body }), ["embed.links", "embed.bootstrap"]);

/** Edits, archives or restores a link. */
export const useUpdateLink = (
  session: Session,
): UseMutationResult<data.EmbedLink, Error, data.EmbedLinkPatch & { id: string }> =>
  useWrite(session, ({ id, ...body }) => session.client("embed.updateLink", { params: { id }, body }), [
    "embed.links",
    "embed.bootstrap",
  ]);

/** Sends a referral. */
export const useSubmitReferral = (session: Session): UseMutationResult<data.Referral, Error, FormValues> =>
  useWrite(session, (values) => session.client("embed.createReferral", { body: { values } }), ["embed.referrals"]);

/** Saves the partner's profile. */
export const useSaveProfile = (session: Session): UseMutationResult<data.Profile, Error, data.ProfilePatch> =>
  useWrite(session, (body) => session.client("embed.updateProfile", { body }), [
    "embed.profile",
    "embed.bootstrap",
    "embed.leaderboard",
  ]);

/** Changes how the partner is paid. */
export const useSavePayoutMethod = (
  session: Session,
): UseMutationResult<data.PayoutMethod, Error, data.PayoutMethodInput> =>
  useWrite(session, (body) => session.client("embed.setPayoutMethod", { body }), ["embed.payoutMethod"]);

/** An act on the own enrollment; afterwards everything is read afresh. */
export const useEnrollmentAction = (
  session: Session,
): UseMutationResult<data.EnrollmentActionResult, Error, { action: data.EnrollmentAction; values?: FormValues }> =>
  useWrite(
    session,
    ({ action, values }) => session.client(`embed.${action}`, { body: values ? { values } : {} } as never),
    ["embed.bootstrap"],
  );
