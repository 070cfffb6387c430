/** A string filter taken apart: `a,b` keeps those, `-a,b` leaves them out (api-contract §14). */
export interface StringFilter {
  values: string[];
  exclude: boolean;
}

/** Reads `a`, `a,b`, `-a` or `-a,b`. */
export function parseStringFilter(text: string): StringFilter {
  const exclude = text.startsWith("-");
  const values = (exclude ? text.slice(1) : text).split(",").map((value) => value.trim());
  return { values, exclude };
}

/** A metadata filter, `metadata['k']:'v'`. */
export interface MetadataFilter {
  key: string;
  value: string;
}

/** Reads `metadata['k']:'v'` (either quote); `undefined` when the grammar is another. */
export function parseMetadataFilter(text: string): MetadataFilter | undefined {
  const match = /^metadata\[(['"])(.+?)\1\]\s*:\s*(['"])(.*)\3$/.exec(text.trim());
  return match ? { key: match[2]!, value: match[4]! } : undefined;
}
