import { develop } from "../development/develop.ts";
import { deviceTimeZone } from "./device-time-zone.ts";
import type { ReferralsErrorCode, ReferralsTokenReason, ReferralsTokenSource } from "../contract/embed.ts";

/** Why there is no token. */
export interface TokenFailure {
  code: ReferralsErrorCode;
  /** Of the route's answer, where it is known. */
  status?: number | undefined;
  /** Asking again gives the same: the source answered, but not with a token. */
  isFinal?: boolean | undefined;
  /** What went wrong, in development builds. */
  message?: string | undefined;
}

/** First data that came with a token, as text: what a host's framework wraps cannot be cloned into a frame. */
export interface GivenData {
  timezone: string;
  /** JSON. */
  body: string;
}

/** Result of a token call, in the form of the frame's messages. */
export type TokenAnswer =
  | { type: "token"; token: string; firstData?: GivenData | undefined }
  | ({ type: "token-failed" } & TokenFailure);

/** The one call for a token, shared by all users of it. */
export interface TokenCall {
  /** A token other than `had`, the caller's current one: the newest known one, else the one from `source`. Never rejects. */
  ask(source: ReferralsTokenSource, reason: ReferralsTokenReason, had?: string): Promise<TokenAnswer>;
  /** Aborts the call in flight and forgets the token one task later, unless a new call comes before. */
  stop(): void;
}

type TokenFunction = Exclude<ReferralsTokenSource, string>;

const TIMEOUT_MS = 30_000;

/**
 * Calls the host's token source; waiting for a source and retrying are up to the caller.
 * - One call in flight, for which everyone waits; a caller with an older token gets the newest without a call.
 * - A non-empty string, or an object that carries one as `publicToken`; anything else has failed.
 * - A call is aborted after 30 s.
 * - A string cannot be renewed: `unauthorized`, until there is another one.
 * - When a source throws or gives no token, only the status is passed on, in development builds also the fault; a late answer is dropped.
 */
export function createTokenCall(): TokenCall {
  let token: string | undefined;
  let flight: Promise<TokenAnswer> | undefined;
  let abort: AbortController | undefined;
  let ending: ReturnType<typeof setTimeout>;

  const call = async (source: TokenFunction, reason: ReferralsTokenReason): Promise<TokenAnswer> => {
    const { signal } = (abort = new AbortController());
    const timer = setTimeout(() => abort?.abort(), TIMEOUT_MS);
    let given: any;
    let isFinal = false;
    try {
      given = await Promise.race([
        source({ reason, timezone: deviceTimeZone(), signal }),
        new Promise<never>((_, reject) => signal.addEventListener("abort", reject)),
      ]);
      const next: unknown = (given as { publicToken?: string } | null)?.publicToken ?? given;
      if (next && typeof next === "string") return { type: "token", token: (token = next), firstData: dataOf(given) };
      // The body of an error passes, as the error would.
      isFinal = !given?.error && !(given?.status >= 500);
    } catch (error) {
      given = error;
    } finally {
      clearTimeout(timer);
      flight = undefined;
    }
    return {
      type: "token-failed",
      code: signal.aborted ? "token_timeout" : "token_fetch_failed",
      status: statusOf(given),
      ...(isFinal && { isFinal }),
      message: await develop(({ tokenProblem }) => tokenProblem(given)),
    };
  };

  return {
    async ask(source, reason, had) {
      clearTimeout(ending);
      if (typeof source === "string") token = source;
      if (token && token !== had) return { type: "token", token };
      if (typeof source === "string") return { type: "token-failed", code: "unauthorized" };
      return (flight ??= call(source, reason));
    },
    stop() {
      ending = setTimeout(() => {
        abort?.abort();
        token = flight = undefined;
      });
    },
  };
}

/** First data as they are passed on; nothing where they are no answer of the service, such as an error that was passed on. */
function dataOf({ firstData }: any): GivenData | undefined {
  return firstData?.bootstrap?.token && { timezone: firstData.timezone, body: JSON.stringify(firstData.bootstrap) };
}

/** Of a `Response`, or of an error that names or keeps one's, as those of most clients do. A number: it crosses to the frame. */
function statusOf(given: any): number | undefined {
  const { status } = given?.response ?? given ?? {};
  return typeof status === "number" ? status : undefined;
}
