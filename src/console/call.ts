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
  for (const [what, key] of readKept<[string, string][]>(place) ?? []) keys.set(what, key);
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
const keys = new Map<string, string>();

function keepKeys(): void {
  if (keys.size > 0) keep(place, [...keys]);
  else forget(place);
}

/** Writes, with an `Idempotency-Key` that is kept until the write is done. */
export async function write<N extends OperationName>(
  name: N,
  input: OperationInput<N>,
  headers: Record<string, string> = {},
): Promise<OperationOutput<N>> {
  const what = JSON.stringify([name, input, headers]);
  const key = keys.get(what) ?? newKey();
  keys.set(what, key);
  keepKeys();
  const { value } = await call(name, input, { idempotencyKey: key, headers });
  keys.delete(what);
  keepKeys();
  return value;
}

/** `randomUUID` is missing on plain HTTP. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
