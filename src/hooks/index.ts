"use client";
/**
 * The partner's data for screens of your own: React Query's results, typed by the contract. Each hook needs a
 * `ReferralsEmbedProvider` above.
 * @example
 * const { data } = useReferralsOverview();
 * return <p>{data?.links?.[0]?.shareUrl}</p>;
 */
import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query";
import type {
  EmbedAnalyticsRow,
  Bootstrap,
  BootstrapQuery,
  Earning,
  EarningListQuery,
  EmbedAnalyticsQuery,
  EmbedLink,
  EmbedLinkInput,
  EmbedLinkPatch,
  EmbedList,
  EmbedPageQuery,
  FaqEntry,
  FormValues,
  GroupBy,
  Leaderboard,
  Profile,
  ProfilePatch,
  ProgramResource,
  Referral,
  ReferralForm,
  ReferralsState,
} from "../contract/index.ts";
import { useBootstrap } from "../dashboard/bootstrap-query.ts";
import * as queries from "../dashboard/queries.ts";
import * as writes from "../dashboard/writes.ts";
import { useSessionState } from "../dashboard/useSessionState.ts";
import { useProviderSession } from "./useProviderSession.ts";

/** The state of the partner's session: the same names an embed reports. */
export function useReferralsState(): ReferralsState {
  return useSessionState(useProviderSession("useReferralsState")).state;
}

/** Everything a first screen needs, in one read. */
export function useReferralsOverview(query: BootstrapQuery = {}): UseQueryResult<Bootstrap> {
  return useBootstrap(useProviderSession("useReferralsOverview"), query);
}

/** A page of the partner's links. */
export function useReferralLinks(
  query: EmbedPageQuery & { archived?: boolean } = {},
): UseQueryResult<EmbedList<EmbedLink>> {
  return queries.useLinks(useProviderSession("useReferralLinks"), query);
}

/** Creates a link. */
export function useCreateReferralLink(): UseMutationResult<EmbedLink, Error, EmbedLinkInput> {
  return writes.useCreateLink(useProviderSession("useCreateReferralLink"));
}

/** Edits, archives or restores a link. */
export function useUpdateReferralLink(): UseMutationResult<EmbedLink, Error, EmbedLinkPatch & { id: string }> {
  return writes.useUpdateLink(useProviderSession("useUpdateReferralLink"));
}

/** Rows of one grouping of the partner's own traffic. */
export function useReferralAnalytics<G extends GroupBy>(
  query: EmbedAnalyticsQuery & { groupBy: G },
): UseQueryResult<EmbedAnalyticsRow<G>[]> {
  return queries.useAnalytics(useProviderSession("useReferralAnalytics"), query);
}

/** A page of what the partner earned. */
export function useReferralEarnings(query: EarningListQuery = {}): UseQueryResult<EmbedList<Earning>> {
  return queries.useEarnings(useProviderSession("useReferralEarnings"), query);
}

/** The program's leaderboard. */
export function useReferralLeaderboard(): UseQueryResult<Leaderboard> {
  return queries.useLeaderboard(useProviderSession("useReferralLeaderboard"));
}

/** Files, colours, links and questions of the program. */
export function useReferralResources(): UseQueryResult<{
  resources: ProgramResource[] | null;
  faq: FaqEntry[] | null;
}> {
  return queries.useResources(useProviderSession("useReferralResources"));
}

/** The program's referral form; `null` where it has none. */
export function useReferralForm(): UseQueryResult<ReferralForm | null> {
  return queries.useReferralForm(useProviderSession("useReferralForm"));
}

/** Sends a referral. */
export function useSubmitReferral(): UseMutationResult<Referral, Error, FormValues> {
  return writes.useSubmitReferral(useProviderSession("useSubmitReferral"));
}

/** The partner's profile. */
export function useReferralSettings(): UseQueryResult<Profile> {
  return queries.useProfile(useProviderSession("useReferralSettings"));
}

/** Saves the partner's profile. */
export function useSaveReferralSettings(): UseMutationResult<Profile, Error, ProfilePatch> {
  return writes.useSaveProfile(useProviderSession("useSaveReferralSettings"));
}
