import { deviceTimeZone } from "./device-time-zone.ts";
import { firstQuery } from "./first-query.ts";
import type { GivenData } from "./token-call.ts";
import { readByForm } from "./read-by-form.ts";

/**
 * Requests the first data, unless they came with the token, while the dashboard's code still loads: exactly the request that the dashboard will send. Sends none for a demo
 * token, which may need no service.
 * @returns a function that takes the first token
 */
export function firstReader(apiUrl: string): (token: string, given?: GivenData) => typeof fetch | undefined {
  const timezone = deviceTimeZone();
  // While the token is on its way: a page's first formatter takes long, and the dashboard would wait for it.
  setTimeout(() => new Intl.DateTimeFormat().format());
  const url = `${apiUrl.replace(/\/+$/, "")}/embed/referrals?${new URLSearchParams(firstQuery(timezone))}`;
  return (token, given) => {
    if (/^demo(:|$)/.test(token)) return undefined;
    return readFirst(url, token, given?.timezone === timezone ? new Response(given.body) : undefined);
  };
}

/**
 * Sends the request now, unless its answer is given.
 * @returns a `fetch` that gives the dashboard this answer once and sends all other requests. The dashboard repeats a failed one.
 */
function readFirst(url: string, token: string, given: Response | undefined): typeof fetch {
  const authorization = `Bearer ${token}`;
  const headers = { Accept: "application/json", Authorization: authorization };
  let first: Promise<Response> | undefined = given
    ? Promise.resolve(given)
    : readByForm(url, { headers, credentials: "omit" });
  first.catch(() => (first = undefined));
  return async (input, init) => {
    const isSame = input === url && new Headers(init?.headers).get("Authorization") === authorization;
    const answer = isSame && first && (await unlessAborted(first, init?.signal));
    // A reader that stops waiting, as StrictMode's first mount does, leaves the answer for the next one.
    if (!answer || !first) return readByForm(input, init);
    first = undefined;
    return answer;
  };
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal?.reason as Error);
    if (signal?.aborted) giveUp();
    signal?.addEventListener("abort", giveUp);
    promise.then(resolve, reject);
  });
}
