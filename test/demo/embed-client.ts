/** Where an embed data API answers, and who asks. */
export interface EmbedApi {
  fetch: typeof fetch;
  /** {base_url}. */
  baseUrl: string;
  /** Public token of an approved partner with all scopes. */
  token: string;
}

/** An answer, read. */
export interface Read {
  status: number;
  headers: Headers;
  // The suite looks into bodies of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

/** Asks one route below the prefix. */
export type Ask = (route: string, body?: unknown, headers?: Record<string, string>) => Promise<Read>;

/** Asks as the partner: `ask("GET /links?limit=1")`. */
export function createAsk(api: EmbedApi): Ask {
  return async (route, sent, headers = {}) => {
    const [method, path] = route.split(" ") as [string, string];
    const response = await api.fetch(`${api.baseUrl}/embed/referrals${path === "/" ? "" : path}`, {
      method,
      headers: {
        Authorization: `Bearer ${api.token}`,
        ...(sent === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    });
    const type = response.headers.get("Content-Type") ?? "";
    const body = type.includes("json")
      ? await response.json()
      : type.includes("csv")
        ? await response.text()
        : undefined;
    return { status: response.status, headers: response.headers, body };
  };
}
