/** A request as the transport saw it. */
export interface SeenRequest {
  method: string;
  url: string;
  headers: Headers;
  body: unknown;
}

/** A transport that notes every request and answers from a list; the last answer repeats. */
export function recordFetch(...answers: (Response | Error | (() => Response))[]): {
  fetch: typeof globalThis.fetch;
  seen: SeenRequest[];
} {
  const seen: SeenRequest[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input as string, init);
    const text = await request.text();
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    seen.push({ method: request.method, url: request.url, headers: request.headers, body });
    const answer = answers[Math.min(seen.length - 1, answers.length - 1)];
    if (answer instanceof Error) throw answer;
    return typeof answer === "function" ? answer() : answer!.clone();
  };
  return { fetch, seen };
}

/** A JSON answer. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });
}

/** An answer in the error envelope. */
export function failure(status: number, code: string, headers: Record<string, string> = {}): Response {
  return json(
    { error: { code, message: `The ${code} happened.`, doc_url: `https://x.test/docs/errors#${code}` } },
    status,
    headers,
  );
}
