import { deviceTimeZone } from "./device-time-zone.ts";
import { readByForm } from "./read-by-form.ts";

/**
 * Asks for the first data while the dashboard's code is still on its way: the very request that the dashboard will send. None is
 * sent for a demo token, which may need no service.
 * @returns takes the first token
 */
export function firstReader(apiUrl: string): (token: string) => typeof fetch | undefined {
  const query = new URLSearchParams({ interval: "30d", timezone: deviceTimeZone() });
  const url = `${apiUrl.replace(/\/+$/, "")}/embed/referrals?${query}`;
  return (token) => (/^demo(:|$)/.test(token) ? undefined : readFirst(url, token));
}

/**
 * Sends the request now.
 * @returns a `fetch` that gives the dashboard this answer, once; whatever else is asked, it asks. A failure is the
 * dashboard's to repeat.
 */
function readFirst(url: string, token: string): typeof fetch {
  const authorization = `Bearer ${token}`;
  const headers = { Accept: "application/json", Authorization: authorization };
  let first: Promise<Response> | undefined = readByForm(url, { headers, credentials: "omit" });
  first.catch(() => (first = undefined));
  // While the answer is on its way: a page's first formatter takes long, and the dashboard would wait for it.
  new Intl.DateTimeFormat().format();
  return async (input, init) => {
    const isSame = input === url && new Headers(init?.headers).get("Authorization") === authorization;
    const answer = isSame && first && (await unlessAborted(first, init?.signal));
    // Whoever gave up waiting, as StrictMode's first mount does, leaves it to the next.
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
