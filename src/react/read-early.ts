import type { TokenAnswer, TokenCall } from "../http/token-call.ts";
import type { DashboardEnvironment } from "../dashboard/props.ts";
import { firstReader } from "../http/first-read.ts";
import { readByForm } from "../http/read-by-form.ts";
import { loadLocale } from "../locales/load-locale.ts";
import { localeCandidates, resolveLocale } from "../locales/resolve-locale.ts";
import { apiUrlOf } from "./api-url.ts";
import type { EmbedOptions } from "./mode-props.ts";

/** The first data of the users of one token call. */
interface Early {
  /** Gives the first answer once, in flight or given. */
  read?: typeof fetch | undefined;
  /** It came with the token. */
  isGiven?: boolean;
  /** The dashboard's code is here. */
  isTaken?: boolean;
  /** The dashboard has sent a read of its own. */
  isReading?: boolean;
}

const known = new WeakMap<TokenCall, Early>();

function earlyOf(tokens: TokenCall): Early {
  const early = known.get(tokens) ?? {};
  known.set(tokens, early);
  return early;
}

/** Asks for the reader's language and, with the token that was `asked` for, the first data while the dashboard's code is still on its way. */
export async function readEarly(
  tokens: TokenCall,
  options: EmbedOptions,
  asked: Promise<TokenAnswer> | "" | null | undefined,
): Promise<void> {
  const { pack } = resolveLocale(localeCandidates(options.locale, document.documentElement));
  loadLocale(pack).catch(() => {});
  if (!asked) return;
  const early = earlyOf(tokens);
  const readFirst = firstReader(apiUrlOf(options));
  const answer = await asked;
  if (answer.type !== "token" || early.read) return;
  const { token, firstData } = answer;
  if (firstData ? early.isReading : early.isTaken) return;
  early.isGiven = firstData !== undefined;
  early.read = readFirst(token, firstData);
}

/**
 * From now on the dashboard reads by itself what does not come with its token.
 * @returns a `fetch` that gives the early answer once and sends all other requests, and whether that answer came with the token
 */
export function takeEarly(tokens: TokenCall): Required<Pick<DashboardEnvironment, "fetchReal" | "hasFirstData">> {
  const early = earlyOf(tokens);
  early.isTaken = true;
  return {
    fetchReal(input, init) {
      early.isReading ||= !early.read;
      return (early.read ?? readByForm)(input, init);
    },
    hasFirstData: () => early.isGiven === true,
  };
}
