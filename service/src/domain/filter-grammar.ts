import type { ValueFilter } from "../store/queries/id-lists.ts";

/** Reads `a`, `a,b`, `-a` or `-a,b`. */
export function parseValueFilter(text: string): ValueFilter {
  const exclude = text.startsWith("-");
  const values = (exclude ? text.slice(1) : text).split(",").map((value) => value.trim());
  return { values, exclude };
}

/** The same of a parameter that need not be given. */
export const valuesOf = (text: string | undefined): ValueFilter | undefined =>
  text === undefined ? undefined : parseValueFilter(text);

/** A metadata filter, `metadata['k']:'v'`. */
export interface MetadataFilter {
  key: string;
  value: string;
}

/**
 * Reads `metadata['k']:'v'` (either quote); `undefined` when the grammar is another. By steps: a pattern would try each `']:` of a long
 * text as the end of the key.
 */
export function parseMetadataFilter(given: string): MetadataFilter | undefined {
  const text = given.trim();
  const [, quote = ""] = /^metadata\[(['"])/.exec(text) ?? [];
  const end = quote === "" ? -1 : text.indexOf(`${quote}]`, keyStart + 1);
  if (end === -1) return undefined;
  const rest = text.slice(end + 2).trimStart();
  const value = rest.startsWith(":") ? rest.slice(1).trimStart() : "";
  const mark = value.charAt(0);
  if (value.length < 2 || (mark !== "'" && mark !== '"') || !value.endsWith(mark)) return undefined;
  return { key: text.slice(keyStart, end), value: value.slice(1, -1) };
}

/** Where a key begins: after `metadata['`. */
const keyStart = 10;
