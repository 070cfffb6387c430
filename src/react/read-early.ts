import type { TokenCall } from "../http/token-call.ts";
import { loadLocale } from "../locales/load-locale.ts";
import { localeCandidates, resolveLocale } from "../locales/resolve-locale.ts";
import { apiUrlOf } from "./api-url.ts";
import type { EmbedOptions } from "./mode-props.ts";

/** A `fetch` for each first answer that is under way, by who asked for its token; none for a dashboard that reads by itself. */
const early = new WeakMap<TokenCall, typeof fetch | undefined>();

/**
 * Asks for the reader's language and the first data while the dashboard's code is still on its way: the same
 * requests that the dashboard would send. A demo token needs no service; a failed call is the dashboard's to repeat.
 */
export async function readEarly(tokens: TokenCall, options: EmbedOptions): Promise<void> {
  const { pack } = resolveLocale(localeCandidates(options.locale, document.documentElement));
  loadLocale(pack).catch(() => {});
  if (!options.token || early.has(tokens)) return;
  const given = await tokens.ask(options.token, "initial");
  if (given.type !== "token" || /^demo(:|$)/.test(given.token) || early.has(tokens)) return;
  const timezone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const url = `${apiUrlOf(options)}/embed/referrals?${new URLSearchParams({ interval: "30d", timezone })}`;
  const authorization = `Bearer ${given.token}`;
  const headers = { Accept: "application/json", Authorization: authorization };
  const answer = fetch(url, { headers, credentials: "omit" });
  answer.catch(() => {});
  let isUsed = false;
  early.set(tokens, async (input, init) => {
    const isSame = input === url && new Headers(init?.headers).get("Authorization") === authorization;
    if (isUsed || !isSame) return fetch(input, init);
    const response = (await answer).clone();
    // Whoever gave up waiting, as StrictMode's first mount does, leaves it to the next.
    init?.signal?.throwIfAborted();
    isUsed = true;
    return response;
  });
}

/**
 * From now on the dashboard reads by itself.
 * @returns a `fetch` that gives the early answer once; `undefined` when there is none
 */
export function takeEarly(tokens: TokenCall): typeof fetch | undefined {
  return early.set(tokens, early.get(tokens)).get(tokens);
}
