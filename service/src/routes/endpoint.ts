import {
  operations,
  type ErrorCode,
  type OperationInput,
  type OperationName,
  type OperationOutput,
  type OperationRow,
} from "referrals-embed/contract";
import type { z } from "zod";
import type { Caller, EmbedCaller } from "../middleware/authenticate.ts";
import type { Example } from "../docs/code-samples.ts";
import type { Context } from "../domain/context.ts";
import type { Versioned } from "../domain/if-match.ts";
import type { LimitName, OnExhausted } from "../limits.ts";

/** A success with its own headers, or with JSON built by the store. */
export class Answer {
  readonly body: unknown;
  readonly headers: Record<string, string>;
  /** JSON text to send as it is; `body` is then unused. */
  readonly json: string | undefined;

  constructor(body: unknown, headers: Record<string, string> = {}, json?: string) {
    this.body = body;
    this.headers = headers;
    this.json = json;
  }

  /** An answer whose body the store built as JSON text. */
  static json(text: string, headers: Record<string, string> = {}): Answer {
    return new Answer(undefined, headers, text);
  }

  /** An answer that names the version of what it tells, for `If-Match`. */
  static versioned({ value, version }: Versioned<unknown>): Answer {
    return new Answer(value, { ETag: version });
  }
}

/** The version that whoever changes something has seen: `If-Match`. */
export function seenIn({ headers }: Request): string | undefined {
  return headers.get("if-match") ?? undefined;
}

/** The origin of a request. */
export interface Sender {
  /** The client's address. */
  address: string;
  /** Whether a trusted proxy forwarded it, so that proxy headers are trusted. */
  isByProxy: boolean;
}

/** A handler's input: parsed, validated, with the caller. */
export interface EndpointRequest<N extends OperationName, P, Q, B, R = undefined> {
  ctx: Context;
  /** The result of `prepare`. @throws its error */
  prepared: () => R;
  caller: N extends `embed.${string}` ? EmbedCaller : Caller;
  params: P;
  query: Q;
  body: B;
  /** The raw body, for checking its signature. */
  bytes: Uint8Array;
  /** The request's origin, and the request itself for the few handlers that read headers. */
  from: Sender;
  request: Request;
  /** Counts the request in one more bucket of its address, and of an id that exists. @throws rate_limit_exceeded */
  count: (limit: LimitName, id?: string) => Promise<void>;
  /** Tells of a total that is exhausted. */
  onExhausted: OnExhausted;
}

type Schema<T> = z.ZodType<T>;
type Output<T> = T extends Schema<unknown> ? z.output<T> : undefined;

/** An operation of the contract, tied to its schemas and its handler. */
export interface Endpoint {
  name: OperationName;
  row: OperationRow;
  /** What it does, for integrators. */
  description: string;
  params?: Schema<unknown>;
  query?: Schema<unknown>;
  body?: Schema<unknown>;
  /** Of a body that is a list: an item, where the operation checks each on its own. */
  item?: Schema<unknown>;
  /** Absent for files and streams. */
  output?: Schema<unknown>;
  /** What a call shows besides what must be sent. */
  example?: Example;
  /** Errors that the specification lists but that this operation never answers. */
  listed?: readonly ErrorCode[];
  /** `false`: the operation is repeatable by design, the key is ignored. */
  idempotent: boolean;
  /** Other methods with the same effect. */
  aliases?: readonly OperationRow["method"][];
  /** The answer stored for replays: without its secret. */
  kept?: (answer: never) => object;
  /** Answers a replay anew, where the answer must not be stored: nothing is kept of it but that it was given. */
  answerAgain?: (request: EndpointRequest<OperationName, never, never, never, never>) => Promise<unknown>;
  /** Slow work before the transaction, e.g. a DNS query. */
  prepare?: (request: EndpointRequest<OperationName, never, never, never>) => Promise<unknown>;
  handle: (request: EndpointRequest<OperationName, never, never, never, never>) => Promise<unknown>;
}

/** Some of what an operation takes. */
type Sent<N extends OperationName> = { [Part in keyof OperationInput<N>]?: Partial<OperationInput<N>[Part]> };

type Maybe = Schema<unknown> | undefined;

interface Definition<N extends OperationName, P extends Maybe, Q extends Maybe, B extends Maybe, R> {
  /** What it does, for integrators. */
  description: string;
  params?: P;
  query?: Q;
  body?: B;
  /** Of a body that is a list: an item, where the operation checks each on its own. */
  item?: Schema<unknown>;
  output?: Schema<OperationOutput<N>>;
  /** What a call shows besides what must be sent. */
  example?: Sent<N>;
  listed?: readonly ErrorCode[];
  idempotent?: boolean;
  aliases?: readonly OperationRow["method"][];
  kept?: (answer: OperationOutput<N>) => object;
  answerAgain?: (request: EndpointRequest<N, Output<P>, Output<Q>, Output<B>, R>) => Promise<OperationOutput<N>>;
  prepare?: (request: Omit<EndpointRequest<N, Output<P>, Output<Q>, Output<B>>, "prepared">) => Promise<R>;
  handle: (
    request: EndpointRequest<N, Output<P>, Output<Q>, Output<B>, R>,
  ) => Promise<OperationOutput<N> | Answer | Response>;
}

/**
 * Turns a row of the contract's operation table, its schemas and a handler into something `registerEndpoints` serves.
 * The SDK's types of the operation, `OperationShapes`, are generated from this (`scripts/build/contract-types.mjs`).
 */
export function endpoint<
  N extends OperationName,
  P extends Maybe = undefined,
  Q extends Maybe = undefined,
  B extends Maybe = undefined,
  R = undefined,
>(name: N, definition: Definition<N, P, Q, B, R>): Endpoint {
  return { idempotent: true, ...definition, name, row: operations[name] } as unknown as Endpoint;
}
