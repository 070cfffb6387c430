import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { QueryKey, UseMutationResult, UseQueryOptions, UseQueryResult } from "@tanstack/react-query";
import type { AnalyticsRow, EmbedAnalyticsQuery, GroupBy } from "../contract/analytics.ts";
import type * as data from "../contract/embed-data.ts";
import type { ReferralsSection } from "../contract/embed.ts";
import type { OperationInput, OperationOutput } from "../contract/operations.ts";
import type { PayoutStatus } from "../contract/payout.ts";
import type { FormValues } from "../contract/referral-form.ts";
import type { EmbedList } from "../contract/scalars.ts";
import type { EmbedOperation } from "./client.ts";
import { NetworkError } from "../http/retry.ts";
import { toEmbedError } from "./embed-error.ts";
import type { Session } from "./session.ts";

type Read = Extract<
  EmbedOperation,
  `embed.${"bootstrap" | "analytics" | "earnings" | "payouts" | "leaderboard" | "links" | "referrals" | "profile" | "payoutMethod"}`
>;

/** Options of a read: React Query's own, ready for `useQuery`, `prefetchQuery` or `getQueryData`. */
export type ReadOptions<T> = UseQueryOptions<T, Error, T, QueryKey> & { queryKey: QueryKey };

/** Key of a read: the operation and what it is asked, never the token (EMB-L3, EMB-T7). */
export const readKey = (name: Read, input: object = {}): QueryKey => ["referrals-embed", name, input];

/**
 * Options of any read of the embed data API.
 * @param section names the panel in `onError`
 */
export function readOptions<N extends Read>(
  session: Session,
  name: N,
  query?: object,
  section?: ReferralsSection,
): ReadOptions<OperationOutput<N>> {
  return {
    queryKey: readKey(name, query),
    queryFn: ({ signal }) => session.client(name, { query } as unknown as OperationInput<N>, signal),
    meta: { section },
    placeholderData: keepPreviousData as never,
  };
}

/** Everything the first screen needs. */
export function useBootstrap(session: Session, query: data.BootstrapQuery): UseQueryResult<data.Bootstrap> {
  return useQuery(readOptions(session, "embed.bootstrap", query), session.queryClient);
}

/** Files, colours, links and questions: part of the first answer. */
export function useResources(session: Session): UseQueryResult<Pick<data.Bootstrap, "resources" | "faq">> {
  return useQuery(
    {
      ...readOptions(session, "embed.bootstrap", {}),
      select: ({ resources, faq }: data.Bootstrap) => ({ resources, faq }),
    } as UseQueryOptions<data.Bootstrap, Error, Pick<data.Bootstrap, "resources" | "faq">>,
    session.queryClient,
  );
}

/** The program's referral form: part of the first answer. */
export function useReferralForm(session: Session): UseQueryResult<data.Bootstrap["referralForm"]> {
  return useQuery(
    {
      ...readOptions(session, "embed.bootstrap", {}),
      select: ({ referralForm }: data.Bootstrap) => referralForm,
    } as UseQueryOptions<data.Bootstrap, Error, data.Bootstrap["referralForm"]>,
    session.queryClient,
  );
}

/** Rows of one grouping of the partner's own analytics. */
export function useAnalytics<G extends GroupBy>(
  session: Session,
  query: EmbedAnalyticsQuery & { groupBy: G },
  section?: ReferralsSection,
): UseQueryResult<AnalyticsRow<G>[]> {
  return useQuery(readOptions(session, "embed.analytics", query, section), session.queryClient) as UseQueryResult<
    AnalyticsRow<G>[]
  >;
}

/** A page of what the partner earned. */
export function useEarnings(session: Session, query: data.EarningListQuery): UseQueryResult<EmbedList<data.Earning>> {
  return useQuery(readOptions(session, "embed.earnings", query, "earnings"), session.queryClient);
}

/** A page of the partner's payouts. */
export function usePayouts(
  session: Session,
  query: data.EmbedPageQuery & { status?: PayoutStatus },
): UseQueryResult<EmbedList<data.PayoutRow>> {
  return useQuery(readOptions(session, "embed.payouts", query, "earnings"), session.queryClient);
}

/** The program's leaderboard. */
export function useLeaderboard(session: Session): UseQueryResult<data.Leaderboard> {
  return useQuery(readOptions(session, "embed.leaderboard", undefined, "leaderboard"), session.queryClient);
}

/** A page of the partner's links. `enabled: false` asks nothing. */
export function useLinks(
  session: Session,
  query: data.EmbedPageQuery & { archived?: boolean },
  enabled = true,
): UseQueryResult<EmbedList<data.EmbedLink>> {
  return useQuery({ ...readOptions(session, "embed.links", query, "links"), enabled }, session.queryClient);
}

/** A page of the referrals the partner sent. */
export function useReferrals(session: Session, query: data.EmbedPageQuery): UseQueryResult<EmbedList<data.Referral>> {
  return useQuery(readOptions(session, "embed.referrals", query, "refer"), session.queryClient);
}

/** The partner's profile. */
export function useProfile(session: Session): UseQueryResult<data.Profile> {
  return useQuery(readOptions(session, "embed.profile", undefined, "settings"), session.queryClient);
}

/** How the partner is paid. `enabled: false` asks nothing. */
export function usePayoutMethod(session: Session, enabled = true): UseQueryResult<data.PayoutMethod> {
  return useQuery(
    { ...readOptions(session, "embed.payoutMethod", undefined, "settings"), enabled },
    session.queryClient,
  );
}

/** A write: its result, and the reads it makes stale. Writes are never repeated by themselves (EMB-L3). */
function useWrite<V, R>(
  session: Session,
  send: (input: V) => Promise<R>,
  stale: readonly Read[],
): UseMutationResult<R, Error, V> {
  const { queryClient } = session;
  return useMutation(
    {
      mutationFn: (input) => send(input).catch(rethrow),
      onSuccess: () =>
        Promise.all(stale.map((name) => queryClient.invalidateQueries({ queryKey: ["referrals-embed", name] }))),
    },
    queryClient,
  );
}

/** Forms tell "offline" by the code, which a lost connection has not. */
function rethrow(error: unknown): never {
  throw error instanceof NetworkError ? toEmbedError(error, { scope: "panel" }) : error;
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
