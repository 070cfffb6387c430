import { QueryCache, QueryClient } from "@tanstack/react-query";
import type { Bootstrap } from "../contract/embed-data.ts";
import type {
  ReferralsEmbedError,
  ReferralsErrorCode,
  ReferralsSection,
  ReferralsTokenSource,
} from "../contract/embed.ts";
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
  getSnapshot(): SessionSnapshot;
  subscribe(changed: () => void): () => void;
  /** Call with the token source of every render: a first one, or another string, is a new start (EMB-T1). */
  follow(token: SessionHost["token"]): void;
  refreshToken(): Promise<void>;
  /** Reads everything afresh. */
  reload(): Promise<void>;
  fail(code: ReferralsErrorCode | null): void;
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
    if (detach) clock.note(Date.parse(token.expires) - Date.parse(generatedAt));
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
  const reload = (): Promise<void> => queryClient.refetchQueries({ type: "active" });
  const clock = createRenewalClock(now ?? (() => performance.now()), () => {
    if (typeof host().token === "string") return;
    tokens.renew("expiring").then(
      () => queryClient.invalidateQueries({ predicate: isBootstrap }),
      () => undefined,
    );
  });
  const attach = (): (() => void) => {
    const attached = new AbortController();
    const { signal } = attached;
    const nudge = (): void => {
      tokens.nudge();
      if (document.visibilityState === "visible") clock.check();
    };
    window.addEventListener("online", nudge, { signal });
    document.addEventListener("visibilitychange", nudge, { signal });
    queryClient.mount();
    return () => {
      attached.abort();
      clock.stop();
      queryClient.unmount();
    };
  };
  let holders = 0;
  let detach: (() => void) | undefined;
  let source = sourceOf(host().token);
  return {
    client,
    queryClient,
    getSnapshot: () => snapshot,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    follow(token) {
      if (source === sourceOf(token)) return;
      source = sourceOf(token);
      tokens.nudge();
      if (snapshot.ended) set({ ended: null });
      void reload();
    },
    async refreshToken() {
      await tokens.renew("rejected");
      set({ ended: null, failure: null });
      await reload();
    },
    reload() {
      set({ failure: null });
      return reload();
    },
    fail: (failure) => set({ failure }),
    report,
    hold(onEnd) {
      holders++;
      detach ??= attach();
      return () => {
        holders--;
        setTimeout(() => {
          if (holders || !detach) return;
          detach();
          detach = undefined;
          onEnd();
        });
      };
    },
  };
}

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
        if (isBootstrap(query)) report(error, { scope: "embed" });
        // The end of a session is told once, not by every panel.
        else if (errorCode(error) !== "unauthorized")
          report(error, { scope: "panel", section: query.meta?.section as ReferralsSection | undefined });
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
