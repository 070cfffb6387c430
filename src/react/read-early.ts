import type { TokenAnswer, TokenCall } from "../http/token-call.ts";
import { firstReader } from "../http/first-read.ts";
import { loadLocale } from "../locales/load-locale.ts";
import { localeCandidates, resolveLocale } from "../locales/resolve-locale.ts";
import { apiUrlOf } from "./api-url.ts";
import type { EmbedOptions } from "./mode-props.ts";

/** A `fetch` for each first answer in flight, by the caller that requested its token; none for a dashboard that reads by itself. */
const early = new WeakMap<TokenCall, typeof fetch | undefined>();

/** Asks for the reader's language and, with the token that was `asked` for, the first data while the dashboard's code is still on its way. */
export async function readEarly(
  tokens: TokenCall,
  options: EmbedOptions,
  asked: Promise<TokenAnswer> | "" | null | undefined,
): Promise<void> {
  const { pack } = resolveLocale(localeCandidates(options.locale, document.documentElement));
  loadLocale(pack).catch(() => {});
  if (!asked || early.has(tokens)) return;
  const readFirst = firstReader(apiUrlOf(options));
  const given = await asked;
  if (given.type === "token" && !early.has(tokens)) early.set(tokens, readFirst(given.token));
}

/**
 * From now on the dashboard reads by itself.
 * @returns a `fetch` that gives the early answer once; `undefined` when there is none
 */
export function takeEarly(tokens: TokenCall): typeof fetch | undefined {
  return early.set(tokens, early.get(tokens)).get(tokens);
}
