import type { OperationInput, OperationOutput } from "../contract/operation-shapes.ts";
import { ReferralsEmbedError } from "../contract/embed.ts";
import { embedPrefix, embedReadPath, type EmbedOperation, type EmbedWrite } from "../contract/embed-routes.ts";
import { request, type RequestInput, type RequestRow } from "../http/request.ts";
import { embedErrors, errorCode, isRefused } from "./embed-error.ts";

/** Options of a call besides its input. A write passes its own address, so that screens that only read contain no write code. */
export type EmbedCall<N extends EmbedOperation> = Partial<RequestRow> & {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Default: as JSON. */
  read?: (response: Response) => Promise<unknown>;
} & (N extends EmbedWrite ? Pick<RequestRow, "method" | "path"> : unknown);

/** Calls an operation of the embed data API; throws `ReferralsEmbedError`. */
export type EmbedClient = <N extends EmbedOperation>(
  name: N,
  input: OperationInput<N>,
  call: EmbedCall<N>,
) => Promise<OperationOutput<N>>;

/** What the client needs from the token rules. */
export interface ClientTokens {
  get(): Promise<string>;
  renew(reason: "expiring" | "rejected"): Promise<string>;
}

/** Settings of {@link createEmbedClient}. */
export interface EmbedClientOptions {
  /** {base_url}. */
  apiUrl: string;
  tokens: ClientTokens;
  /** How a token's requests are sent. */
  transport: (token: string) => Promise<typeof globalThis.fetch | undefined>;
  /** The session has ended: nothing is sent any more. */
  isOver: () => boolean;
  /**
   * A renewed token was refused too: the session has ended until the host acts. `true` when no other token exists, because the host gave a
   * string.
   */
  onRefused: (isFinal: boolean) => void;
}

/** An answer of any status that is not JSON does not come from the API: a wrong `apiUrl` leads to a page of an app. */
const asJson = (response: Response): Promise<unknown> =>
  response.json().catch(async (error) => {
    throw error instanceof SyntaxError ? await embedErrors.refused(response) : error;
  });
/** No other token is available. */
const isFinal = (error: unknown): boolean => errorCode(error) === "unauthorized" && !isRefused(error);

/**
 * Every request of the panels goes through here. Requirements:
 * 1. On any 401: one renewal, then the call repeats.
 * 2. Calls that fail together share that renewal; a call with an older token only repeats.
 * 3. A second 401 in a row ends the session.
 */
export function createEmbedClient({ apiUrl, tokens, transport, isOver, onRefused }: EmbedClientOptions): EmbedClient {
  return async <N extends EmbedOperation>(name: N, input: OperationInput<N>, call: EmbedCall<N>) => {
    const { path = embedReadPath(name as never), read = asJson } = call;
    const options = {
      method: "GET" as const,
      ...call,
      baseUrl: apiUrl,
      path: embedPrefix + path,
      input: input as RequestInput,
      errors: embedErrors,
    };
    const send = async (credential: string): Promise<OperationOutput<N>> => {
      const fetch = await transport(credential);
      return (await read(await request({ ...options, fetch, credential }))) as OperationOutput<N>;
    };
    if (isOver()) throw new ReferralsEmbedError("unauthorized", "The session has ended.");
    const used = await tokens.get();
    try {
      return await send(used);
    } catch (error) {
      if (!isRefused(error)) throw error;
    }
    try {
      const newest = await tokens.get();
      return await send(newest === used ? await tokens.renew("rejected") : newest);
    } catch (error) {
      if (isRefused(error) || (await tokens.get().catch(() => used)) === used) onRefused(isFinal(error));
      throw error;
    }
  };
}
