/**
 * Asks for the first data while the dashboard's code is still on its way: what the dashboard will ask. None is sent for a demo
 * token, which may need no service.
 * @returns takes the first token. Made before there is one: a browser's first look at its time zone takes long.
 */
export function firstReader(apiUrl: string): (token: string) => typeof fetch | undefined {
  const timezone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const read = { url: `${apiUrl.replace(/\/+$/, "")}/embed/referrals`, query: { interval: "30d", timezone } };
  return (token) => (/^demo(:|$)/.test(token) ? undefined : readFirst(read, token));
}

/**
 * Sends the read now, as a form that carries the token (RFC 6750, 2.2): an `Authorization` header would have the browser ask the
 * service for leave first, one round trip more.
 * @returns a `fetch` that gives the dashboard this answer, once; whatever else is asked, it asks. A failure is the
 * dashboard's to repeat, and so is the 404 of an older service, which does not know the form.
 */
function readFirst({ url, query }: { url: string; query: Record<string, string> }, token: string): typeof fetch {
  const asked = `${url}?${new URLSearchParams(query)}`;
  const body = new URLSearchParams({ access_token: token, ...query });
  let first: Promise<Response> | undefined = fetch(url, { method: "POST", body, credentials: "omit" });
  first.catch(() => (first = undefined));
  return async (input, init) => {
    const isSame = input === asked && new Headers(init?.headers).get("Authorization") === `Bearer ${token}`;
    const answer = isSame && first && (await unlessAborted(first, init?.signal));
    // Whoever gave up waiting, as StrictMode's first mount does, leaves it to the next.
    if (!answer || !first) return fetch(input, init);
    first = undefined;
    return answer.status === 404 ? fetch(input, init) : answer;
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
