import { operations } from "../contract/operations.ts";
import type { OperationInput, OperationName, OperationOutput, OperationQuery } from "../contract/operation-shapes.ts";
import { createCaller, serviceErrors, type Caller } from "../http/call.ts";
import { request, type RequestInput } from "../http/request.ts";
import { forget, keep, keepFor, readKept } from "./tab-storage.ts";

const baseUrl = "/console/api";

/** The person whom the page was drawn for. */
let drawnFor = "";

/** Begins the page of a person, with what their tab keeps. */
export function beginAs(personId: string): void {
  drawnFor = personId;
  keepFor(personId);
  for (const [what, key] of readKept<[string, string][]>(place) ?? []) keys.set(what, { key, isOfPageBefore: true });
}

/**
 * The session's cookie says who calls; there is no credential that a script could read. The service refuses a call of a page that was drawn
 * for another person: a tab would otherwise act in the name, and the workspace, of whoever has signed in since in another one.
 */
export const withSession: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.delete("Authorization");
  headers.set("Console-Person", drawnFor);
  return fetch(input, { ...init, headers, credentials: "same-origin" });
};

/** Calls an operation as the person who is signed in. */
export const call: Caller = createCaller({
  rowOf: (name) => operations[name],
  baseUrl,
  credential: "",
  fetch: withSession,
});

/** As many rows as one call answers. */
export const pageSize = 100;

/** Rows of a list. */
export type RowsOf<N extends OperationName> = Extract<OperationOutput<N>, readonly unknown[]>;

/** A list page by page, from the first to the last, which alone is not full. */
export async function* pagesOf<N extends OperationName>(
  name: N,
  query: OperationQuery<N> & object,
  options: { signal?: AbortSignal } = {},
): AsyncGenerator<RowsOf<N>> {
  for (let page = 1; ; page += 1) {
    const input: object = { query: { ...query, page, pageSize } };
    const rows = (await call(name, input as OperationInput<N>, options)).value as RowsOf<N>;
    yield rows;
    if (rows.length < pageSize) return;
  }
}

/** All rows of a list. */
export async function allOf<N extends OperationName>(
  name: N,
  query: OperationQuery<N> & object,
  options: { signal?: AbortSignal } = {},
): Promise<RowsOf<N>[number][]> {
  const all: RowsOf<N>[number][] = [];
  for await (const rows of pagesOf(name, query, options)) all.push(...rows);
  return all;
}

/** A list as the CSV file of the API: all of it, whatever its pages. */
export async function callCsv(name: OperationName, query: object): Promise<Blob> {
  const headers = { Accept: "text/csv" };
  const shared = { baseUrl, credential: "", fetch: withSession, errors: serviceErrors, timeoutMs: 600_000 };
  const response = await request({ ...operations[name], ...shared, headers, input: { query } as RequestInput });
  return response.blob();
}

/** Where the tab keeps the keys of its writes, so that a reload after a lost answer does not do one twice. */
const place = "console-writes";
/** A key of each write that is not known to be done: a repeated click or try after a lost answer does it once. */
const keys = new Map<string, { key: string; isOfPageBefore?: boolean }>();

function keepKeys(): void {
  if (keys.size > 0)
    keep(
      place,
      [...keys].map(([what, { key }]) => [what, key]),
    );
  else forget(place);
}

/**
 * Forgets the writes whose answers were lost. Who closes what they were sent from sees what became of them, and what is sent after that is
 * meant: a second bonus like the first must not be taken for the first.
 */
export function forgetLostWrites(): void {
  keys.clear();
  keepKeys();
}

/** How something is written. */
export interface WriteOptions {
  headers?: Record<string, string>;
  /** Its `Idempotency-Key`, where the caller keeps it. */
  key?: string;
}

/**
 * Writes, with an `Idempotency-Key` that is kept until the write is done, or {@link forgetLostWrites}.
 * @throws Error where the page before this one has made it: since then it is on screen, and another may be meant
 */
export async function write<N extends OperationName>(
  name: N,
  input: OperationInput<N>,
  { headers = {}, key }: WriteOptions = {},
): Promise<OperationOutput<N>> {
  const what = JSON.stringify([name, input, headers]);
  const kept = key !== undefined ? { key } : (keys.get(what) ?? { key: newKey() });
  if (key === undefined) keys.set(what, kept);
  keepKeys();
  const answer = await call(name, input, { idempotencyKey: kept.key, headers });
  keys.delete(what);
  keepKeys();
  if (kept.isOfPageBefore && name.endsWith(".create") && answer.headers.has("Idempotent-Replayed"))
    throw new Error("This was made already, before the page was loaded anew. To make another, press again.");
  return answer.value;
}

/** A new `Idempotency-Key`. `randomUUID` is missing on plain HTTP. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
