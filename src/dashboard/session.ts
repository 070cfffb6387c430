import { QueryCache, QueryClient } from "@tanstack/react-query";
import type { Bootstrap } from "../contract/records.ts";
import type { ReferralsEmbedError, ReferralsErrorCode, ReferralsTokenSource } from "../contract/embed.ts";
import { develop } from "../development/develop.ts";
import type { TokenManager } from "../http/token-manager.ts";
import { readByForm } from "../http/read-by-form.ts";
import { callHost } from "./call-host.ts";
import { createEmbedClient, type EmbedClient } from "./client.ts";
import { errorCode, isPassing, retryAfterOf, toEmbedError, type ErrorScope } from "./embed-error.ts";
import { loadCode } from "../http/load-code.ts";

/** What a session knows besides its data. */
export interface SessionSnapshot {
  /** Set once the embed can no longer renew the token. */
  ended: "static" | "refused" | null;
  /** A failure that replaces the whole dashboard, such as an expired invitation. */
  failure: ReferralsErrorCode | null;
  /** A demo token is in use. */
  demo: boolean;
}

/** The host's options that a session uses, from the host's newest render. */
export interface SessionHost {
  token?: ReferralsTokenSource | null;
  onError?: (error: ReferralsEmbedError) => void;
  onTokenExpired?: (e: { cause: "static" | "refused" }) => void;
}

/** One partner's session: token rules, client and a private `QueryClient`, shared by all its readers. */
export interface Session {
  client: EmbedClient;
  queryClient: QueryClient;
  tokens: TokenManager;
  /** Changes the snapshot. */
  set(next: Partial<SessionSnapshot>): void;
  getSnapshot(): SessionSnapshot;
  subscribe(changed: () => void): () => void;
  /** Call with the token source of every render: a first one, or another string, is a new start. */
  setToken(token: SessionHost["token"]): void;
  /** Tells the host what failed. */
  report(error: unknown, where: ErrorScope): void;
  /**
   * Attaches to the page, for as long as it has a user; returns its undo. The end comes one task later, so that
   * StrictMode's second mount goes on with the same token call.
   */
  attach(onEnd: () => void): () => void;
}

type Fetch = typeof globalThis.fetch;

/** Settings of {@link createSession}. */
export interface SessionOptions {
  apiUrl: string;
  host: () => SessionHost;
  tokens: TokenManager;
  fetch?: Fetch | undefined;
  fetchReal?: Fetch | undefined;
  /** First delay between repeated reads; doubles each time. Default 1,000. */
  retryBaseMs?: number;
}

/** A function is only called when a token is needed: another one changes nothing. */
const sourceOf = (token: SessionHost["token"]): string => (typeof token === "function" ? "function" : (token ?? ""));

/** Opens a session. Nothing is requested and no timer runs before the first read. */
export function createSession({ apiUrl, host, tokens, retryBaseMs, ...sending }: SessionOptions): Session {
  const listeners = new Set<() => void>();
  let snapshot: SessionSnapshot = { ended: null, failure: null, demo: false };
  const set = (next: Partial<SessionSnapshot>): void => {
    snapshot = { ...snapshot, ...next };
    for (const listener of listeners) listener();
  };
  let owner = "";
  /** Starts the token's renewal clock, and drops another partner's data. */
  const onBootstrap = ({ generatedAt, token, program, partner }: Bootstrap): void => {
    const lifeMs = Date.parse(token.expires) - Date.parse(generatedAt);
    if (attached) stopRenewal = tokens.recordLife(lifeMs, onRenewed);
    const before = owner;
    owner = `${program.id} ${partner?.id}`;
    if (before && before !== owner) void queryClient.resetQueries({ predicate: (query) => !isBootstrap(query) });
  };
  const onRenewed = (): void => void queryClient.invalidateQueries({ predicate: isBootstrap });
  const report: Session["report"] = (error, where) => {
    callHost(host().onError, toEmbedError(error, where, apiUrl));
    // Without the docs page that every error is given: where the service has named one, it was the API that answered.
    void develop(({ tellError }) => tellError(toEmbedError(error, where), apiUrl));
  };
  const queryClient = createQueryClient({ onBootstrap, report, retryBaseMs });
  const client = createEmbedClient({
    apiUrl,
    tokens,
    transport: createTransport(sending, () => snapshot.demo || set({ demo: true })),
    isOver: () => snapshot.ended !== null,
    onRefused(isFinal) {
      if (snapshot.ended) return;
      const cause = isFinal || typeof host().token === "string" ? "static" : "refused";
      set({ ended: cause });
      callHost(host().onTokenExpired, { cause });
    },
  });
  let stopRenewal: (() => void) | undefined;
  const connectToPage = (): AbortController => {
    const attached = new AbortController();
    window.addEventListener("online", tokens.retryNow, attached);
    document.addEventListener("visibilitychange", tokens.retryNow, attached);
    queryClient.mount();
    return attached;
  };
  let users = 0;
  let attached: AbortController | undefined;
  let source = sourceOf(host().token);
  return {
    client,
    queryClient,
    tokens,
    set,
    getSnapshot: () => snapshot,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    setToken(token) {
      if (source === sourceOf(token)) return;
      source = sourceOf(token);
      tokens.retryNow();
      set({ ended: null });
      void readAfresh(queryClient);
    },
    report,
    attach(onEnd) {
      users++;
      attached ??= connectToPage();
      return () => {
        users--;
        setTimeout(() => {
          if (users > 0 || !attached) return;
          attached.abort();
          attached = undefined;
          stopRenewal?.();
          queryClient.unmount();
          onEnd();
        });
      };
    },
  };
}

/** Reads everything that is on screen again. */
export const readAfresh = (queryClient: QueryClient): Promise<void> => queryClient.refetchQueries({ type: "active" });

/** The next reader of the first data asks for them again; until then they stay on screen. */
export const expireBootstrap = ({ queryClient }: Session): Promise<void> =>
  queryClient.invalidateQueries({ predicate: isBootstrap, refetchType: "none" });

const isBootstrap = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => queryKey[1] === "embed.bootstrap";

interface CacheOptions extends Pick<Session, "report"> {
  onBootstrap: (bootstrap: Bootstrap) => void;
  retryBaseMs: number | undefined;
}

/** Defaults of every read. `gcTime` is left to React Query, which starts no timer on a server. */
function createQueryClient({ onBootstrap, report, retryBaseMs = 1000 }: CacheOptions): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onSuccess(data, query) {
        if (isBootstrap(query)) onBootstrap(data as Bootstrap);
      },
      onError(error, query) {
        const scope = isBootstrap(query) ? "embed" : "panel";
        if (scope === "embed") return report(error, { scope, ...query.meta });
        // Data prefetched for a closed panel is requested again when it opens.
        if (query.getObserversCount() === 0) return;
        // The end of a session fails every panel's read; report it once.
        if (errorCode(error) !== "unauthorized") report(error, { scope, ...query.meta });
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, error) => count < 3 && isPassing(error),
        retryDelay: (count, error) => (retryAfterOf(error) ?? 0) * 1000 || retryBaseMs * 2 ** count,
      },
    },
  });
}

/**
 * Chooses how a token's requests are sent: a demo token's to the embed data API in memory, all others by `fetch`. The demo's
 * code is fetched for demo tokens only.
 * @param sending `fetch` takes every request, where it is given; `fetchReal` those of real tokens
 * @param onDemo called when a demo token is used: the dashboard then shows its badge
 */
function createTransport(
  { fetch, fetchReal = fetch ?? readByForm }: Pick<SessionOptions, "fetch" | "fetchReal">,
  onDemo: () => void,
): (token: string) => Promise<Fetch | undefined> {
  const demos: Record<string, Fetch> = {};
  return async (token) => {
    const [name, variant = ""] = token.split(":");
    if (name !== "demo") return fetchReal;
    onDemo();
    if (fetch) return fetch;
    const { createDemoFetch } = await loadCode(() => import("../demo/index.ts"), "createDemoFetch");
    return (demos[variant] ??= createDemoFetch({ variant }));
  };
}
