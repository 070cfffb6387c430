import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import type { Bootstrap } from "../contract/embed-data.ts";
import type {
  ReferralsEmbedError,
  ReferralsErrorCode,
  ReferralsSection,
  ReferralsTokenSource,
} from "../contract/embed.ts";
import type { TokenCall } from "../http/token-call.ts";
import { createTokenManager, type TokenManager } from "../http/token-manager.ts";
import { createEmbedClient, type EmbedClient } from "./client.ts";
import { createDemoGate } from "./demo-fetch.ts";
import { errorCode, isPassing, retryAfterOf, toEmbedError } from "./embed-error.ts";
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

/** One partner's session: token rules, client and a private `QueryClient`, shared by whoever reads through it. */
export interface Session {
  client: EmbedClient;
  queryClient: QueryClient;
  getSnapshot(): SessionSnapshot;
  subscribe(changed: () => void): () => void;
  /** Call with every bootstrap answer: counts the token's life down and drops another partner's data (EMB-T3, T6). */
  note(bootstrap: Bootstrap): void;
  /** Call when the host gave its first token, or another string. */
  sourceChanged(): void;
  refreshToken(): Promise<void>;
  /** Reads everything afresh. */
  reload(): Promise<void>;
  fail(code: ReferralsErrorCode | null): void;
  /** Attaches to the page; returns its undo. */
  start(): () => void;
}

/** Settings of {@link createSession}. */
export interface SessionOptions {
  apiUrl: string;
  /** The newest token source. */
  source: () => ReferralsTokenSource | null | undefined;
  fetch?: typeof globalThis.fetch;
  /** An existing manager, shared below one provider (EMB-A4). Default: one of its own. */
  tokens?: TokenManager;
  /** A token call shared below one provider, which its owner ends (EMB-A4). Without `tokens` only. */
  call?: TokenCall;
  /** Monotonic milliseconds. Default `performance.now`. */
  now?: () => number;
  /** First delay between repeated reads; doubles each time. Default 1,000. */
  retryBaseMs?: number;
  onError?: (error: ReferralsEmbedError) => void;
  onTokenExpired?: (cause: "static" | "refused") => void;
}

/** Answers of a form, shown there: not failures of the embed. */
const EXPECTED: readonly ReferralsErrorCode[] = ["conflict", "unprocessable_entity", "unauthorized"];

/** Opens a session. Nothing is requested and no timer runs before the first read. */
export function createSession(options: SessionOptions): Session {
  const listeners = new Set<() => void>();
  let snapshot: SessionSnapshot = { ended: null, failure: null, demo: false };
  const set = (next: Partial<SessionSnapshot>): void => {
    snapshot = { ...snapshot, ...next };
    for (const listener of listeners) listener();
  };
  const onFailure = options.onError;
  const tokens = options.tokens ?? createTokenManager({ source: options.source, call: options.call, onFailure });
  const queryClient = createQueryClient(options);
  const end = (isFinal: boolean): void => {
    if (snapshot.ended) return;
    const ended = isFinal || typeof options.source() === "string" ? "static" : "refused";
    set({ ended });
    options.onTokenExpired?.(ended);
  };
  const client = createEmbedClient({
    apiUrl: options.apiUrl,
    tokens,
    fetch: createDemoGate(options.fetch, () => snapshot.demo || set({ demo: true })),
    isOver: () => snapshot.ended !== null,
    onRefused: end,
  });
  const reload = (): Promise<void> => queryClient.refetchQueries({ type: "active" });
  const clock = createRenewalClock(options.now ?? (() => performance.now()), () => {
    if (typeof options.source() !== "string") void tokens.renew("expiring").then(reloadBootstrap, () => undefined);
  });
  const reloadBootstrap = (): Promise<void> => queryClient.invalidateQueries({ queryKey: BOOTSTRAP });
  let noted = "";
  let owner = "";
  return {
    client,
    queryClient,
    getSnapshot: () => snapshot,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    note(bootstrap) {
      if (noted === bootstrap.generatedAt) return;
      noted = bootstrap.generatedAt;
      clock.note(Date.parse(bootstrap.token.expires) - Date.parse(bootstrap.generatedAt));
      const now = `${bootstrap.program.id} ${bootstrap.partner?.id ?? ""}`;
      if (owner && owner !== now) dropOthers(queryClient);
      owner = now;
    },
    sourceChanged() {
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
    start() {
      queryClient.mount();
      const nudge = (): void => {
        tokens.nudge();
        if (document.visibilityState === "visible") clock.check();
      };
      window.addEventListener("online", nudge);
      document.addEventListener("visibilitychange", nudge);
      return () => {
        window.removeEventListener("online", nudge);
        document.removeEventListener("visibilitychange", nudge);
        clock.stop();
        queryClient.unmount();
        if (!options.tokens) tokens.cancel();
      };
    },
  };
}

const BOOTSTRAP = ["referrals-embed", "embed.bootstrap"] as const;

function dropOthers(queryClient: QueryClient): void {
  const isOther = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => queryKey[1] !== BOOTSTRAP[1];
  void queryClient.resetQueries({ predicate: isOther });
}

/** The defaults of EMB-L3; its `gcTime` is React Query's own, which starts no timer on a server. */
function createQueryClient(options: SessionOptions): QueryClient {
  const base = options.retryBaseMs ?? 1000;
  const report = (error: unknown, isBootstrap: boolean, section?: ReferralsSection): void =>
    options.onError?.(toEmbedError(error, isBootstrap ? { scope: "embed" } : { scope: "panel", section }));
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey, meta }) => {
        const isBootstrap = queryKey[1] === BOOTSTRAP[1];
        // The end of a session is told once, not by every panel.
        if (isBootstrap || errorCode(error) !== "unauthorized")
          report(error, isBootstrap, meta?.section as ReferralsSection | undefined);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => {
        if (!EXPECTED.includes(errorCode(error))) report(error, false);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, error) => count < 3 && isPassing(error),
        retryDelay: (count, error) => (retryAfterOf(error) ?? 0) * 1000 || base * 2 ** count,
      },
      mutations: { retry: false },
    },
  });
}
