/** The answer of an address, as far as it was read. */
export interface Fetched {
  status: number;
  /** Where the last redirect led. */
  url: string;
  headers: Headers;
  /** The beginning of the body. */
  text: string;
}

const timeoutMs = 10_000;
const mostBytes = 1_000_000;
const mostRedirects = 5;

/**
 * Gets a page within bounds: ten seconds in total, the first megabyte, five redirects, web addresses only. It also reaches the private
 * network: use it only for an operator's input, never for data from a request.
 * @throws Error with a sentence
 */
export async function getPage(address: string, options: { method?: "GET" | "HEAD" } = {}): Promise<Fetched> {
  const signal = AbortSignal.timeout(timeoutMs);
  let url = address;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    if (!/^https?:\/\//i.test(url)) throw new Error(`${url} is no web address.`);
    const response = await answerOf(url, { ...options, signal });
    const location = response.headers.get("location");
    const isRedirect = response.status >= 300 && response.status < 400 && location !== null;
    if (!isRedirect || options.method === "HEAD") {
      const { status, headers } = response;
      return { status, url, headers, text: await beginningOf(response) };
    }
    await response.body?.cancel();
    url = new URL(location, url).href;
  }
  throw new Error(`${address} redirects more than ${mostRedirects} times.`);
}

async function answerOf(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: "manual", headers: { "user-agent": "referrals-service doctor" } });
  } catch (error) {
    throw new Error(`${url} does not answer: ${reasonOf(error)}.`, { cause: error });
  }
}

/** The cause of a failed `fetch`, whose own message does not name it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `nothing came within ${timeoutMs / 1000} seconds`;
  const { cause } = error;
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : error.message;
}

async function beginningOf(response: Response): Promise<string> {
  if (!response.body) return "";
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk.subarray(0, mostBytes - bytes));
      bytes += chunk.byteLength;
      if (bytes >= mostBytes) break;
    }
  } catch (error) {
    throw new Error(`${response.url} breaks off: ${reasonOf(error)}.`, { cause: error });
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
