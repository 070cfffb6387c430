import { QueryCache, QueryClient } from "@tanstack/react-query";
import type { Bootstrap } from "../contract/embed-data.ts";
import type { ReferralsEmbedError, ReferralsErrorCode, ReferralsTokenSource } from "../contract/embed.ts";
import type { TokenManager } from "../http/token-manager.ts";
import { callHost } from "./call-host.ts";
import { createEmbedClient, type EmbedClient } from "./client.ts";
import { createTransport } from "./transport.ts";
import { errorCode, isPassing, retryAfterOf, toEmbedError, type FailurePlace } from "./embed-error.ts";
import { createRenewalClock } from "./renewal-clock.ts";

/** What a session knows besides its data. */
export interface SessionSnapshot {
  /** Set once the token can no longer be mended by the embed. */
  ended: "static" | "refused" | null;
  /** A failure that replaces the whole dashboard, such as an expired invitation. */
  failure: ReferralsErrorCode | null;
  /** A demo token is in use. */
  demo: boolean;
}

/** What a session needs of its host, as the host's newest render says it. */
export interface SessionHost {
  token?: ReferralsTokenSource | null;
  onError?: (error: ReferralsEmbedError) => void;
  onTokenExpired?: (e: { cause: "static" | "refused" }) => void;
}

/** One partner's session: token rules, client and a private `QueryClient`, shared by whoever reads through it. */
export interface Session {
  client: EmbedClient;
  queryClient: QueryClient;
  tokens: TokenManager;
  /** Changes the snapshot. */
  set(next: Partial<SessionSnapshot>): void;
  getSnapshot(): SessionSnapshot;
  subscribe(changed: () => void): () => void;
  /** Call with the token source of every render: a first one, or another string, is a new start (EMB-T1). */
  follow(token: SessionHost["token"]): void;
  /** Tells the host what failed. */
  report(error: unknown, place: FailurePlace): void;
  /**
   * Attaches to the page, for as long as anyone holds it; returns its undo. The end comes one task later, so that
   * StrictMode's second mount goes on with the same token call (EMB-P16).
   */
  hold(onEnd: () => void): () => void;
}

/** Settings of {@link createSession}. */
export interface SessionOptions {
  apiUrl: string;
  host: () => SessionHost;
  tokens: TokenManager;
  fetch?: typeof globalThis.fetch;
  /** Monotonic milliseconds. Default `performance.now`. */
  now?: () => number;
  /** First delay between repeated reads; doubles each time. Default 1,000. */
  retryBaseMs?: number;
}

/** A function is only called when a token is needed: another one changes nothing (EMB-T1). */
const sourceOf = (token: SessionHost["token"]): string => (typeof token === "function" ? "function" : (token ?? ""));

/** Opens a session. Nothing is requested and no timer runs before the first read. */
export function createSession({ apiUrl, host, tokens, fetch, now, retryBaseMs }: SessionOptions): Session {
  const listeners = new Set<() => void>();
  let snapshot: SessionSnapshot = { ended: null, failure: null, demo: false };
  const set = (next: Partial<SessionSnapshot>): void => {
    snapshot = { ...snapshot, ...next };
    for (const listener of listeners) listener();
  };
  let owner = "";
  /** Counts the token's life down and drops another partner's data (EMB-T3, EMB-T6). */
  const note = ({ generatedAt, token, program, partner }: Bootstrap): void => {
    if (attached) clock.note(Date.parse(token.expires) - Date.parse(generatedAt));
    const before = owner;
    owner = `${program.id} ${partner?.id}`;
    if (before && before !== owner) void queryClient.resetQueries({ predicate: (query) => !isBootstrap(query) });
  };
  const report: Session["report"] = (error, place) => callHost(host().onError, toEmbedError(error, place));
  const queryClient = createQueryClient({ note, report, retryBaseMs });
  const client = createEmbedClient({
    apiUrl,
    tokens,
    transport: createTransport(fetch, () => snapshot.demo || set({ demo: true })),
    isOver: () => snapshot.ended !== null,
    onRefused(isFinal) {
      if (snapshot.ended) return;
      const cause = isFinal || typeof host().token === "string" ? "static" : "refused";
      set({ ended: cause });
      callHost(host().onTokenExpired, { cause });
    },
  });
  const clock = createRenewalClock(now ?? (() => performance.now()), () => {
    if (typeof host().token === "string") return;
    tokens.renew("expiring").then(
      () => queryClient.invalidateQueries({ predicate: isBootstrap }),
      () => undefined,
    );
  });
  const nudge = (): void => {
    tokens.nudge();
    clock.check();
  };
  const attach = (): AbortController => {
    const attached = new AbortController();
    // Its signal takes them away again.
    window.addEventListener("online", nudge, attached);
    document.addEventListener("visibilitychange", nudge, attached);
    queryClient.mount();
    return attached;
  };
  let holders = 0;
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
    follow(token) {
      if (source === sourceOf(token)) return;
      source = sourceOf(token);
      tokens.nudge();
      set({ ended: null });
      void readAfresh(queryClient);
    },
    report,
    hold(onEnd) {
      holders++;
      attached ??= attach();
      return () => {
        holders--;
        setTimeout(() => {
          if (holders || !attached) return;
          attached.abort();
          attached = undefined;
          clock.stop();
          queryClient.unmount();
          onEnd();
        });
      };
    },
  };
}

/** Reads everything that is on screen again. */
export const readAfresh = (queryClient: QueryClient): Promise<void> => queryClient.refetchQueries({ type: "active" });

const isBootstrap = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => queryKey[1] === "embed.bootstrap";

interface CacheOptions extends Pick<Session, "report"> {
  note: (bootstrap: Bootstrap) => void;
  retryBaseMs: number | undefined;
}

/** The defaults of EMB-L3; its `gcTime` is React Query's own, which starts no timer on a server. */
function createQueryClient({ note, report, retryBaseMs = 1000 }: CacheOptions): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onSuccess(data, query) {
        if (isBootstrap(query)) note(data as Bootstrap);
      },
      onError(error, query) {
        const scope = isBootstrap(query) ? "embed" : "panel";
        // The end of a session is told once, not by every panel.
        if (scope === "embed" || errorCode(error) !== "unauthorized") report(error, { scope, ...query.meta });
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
