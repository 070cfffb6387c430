import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { QueryKey, UseQueryOptions, UseQueryResult } from "@tanstack/react-query";
import type { Bootstrap, BootstrapQuery } from "../contract/records.ts";
import type { EmbedOperation } from "../contract/embed-routes.ts";
import type { ReferralsSection } from "../contract/embed.ts";
import type { OperationOutput } from "../contract/operation-shapes.ts";
import { isPassing } from "./embed-error.ts";
import type { Session } from "./session.ts";

/** How long a panel whose read has failed for now waits before it reads again. */
const RETRY_MS = 15_000;

/** Operations that are read by a hook. */
export type Read = Extract<
  EmbedOperation,
  `embed.${"bootstrap" | "analytics" | "earnings" | "payouts" | "statement" | "leaderboard" | "links" | "referrals" | "invitation" | "profile" | "payoutMethod"}`
>;

/** Options of a read besides its query: React Query's own, and the panel name for `onError`. */
export type ReadSettings<T, S> = Pick<UseQueryOptions<T, Error, S, QueryKey>, "enabled" | "select" | "retryOnMount"> & {
  section?: ReferralsSection;
};

/** The React Query options of a read. Its key is the operation and its input, never the token. */
function readOptions<N extends Read>(session: Session, name: N, query: object, section?: ReferralsSection) {
  return {
    queryKey: ["referrals-embed", name, query] as QueryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) => session.client(name, { query } as never, { signal } as never),
    meta: { section },
  };
}

/** Starts a read that a hook will need soon, so that the hook finds it done or in flight. Never rejects; the hook reports a failure. */
export const readAhead = (session: Session, name: Read, query: object, section?: ReferralsSection): Promise<void> =>
  session.queryClient.prefetchQuery(readOptions(session, name, query, section));

/** Any read of the embed data API. */
export function useRead<N extends Read, S = OperationOutput<N>>(
  session: Session,
  name: N,
  query: object = {},
  { section, ...settings }: ReadSettings<OperationOutput<N>, S> = {},
): UseQueryResult<S> {
  return useQuery<OperationOutput<N>, Error, S, QueryKey>(
    {
      ...readOptions(session, name, query, section),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        name !== "embed.bootstrap" && state.status === "error" && isPassing(state.error) && RETRY_MS,
      ...settings,
    },
    session.queryClient,
  );
}

/** Everything the first screen needs. */
export const useBootstrap = (session: Session, query: BootstrapQuery): UseQueryResult<Bootstrap> =>
  useRead(session, "embed.bootstrap", query);
