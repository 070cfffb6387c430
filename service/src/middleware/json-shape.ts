import { ways } from "../bounds.ts";

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
/** `[` and `{`, `]` and `}`. */
const opens = [0x5b, 0x7b] as const;
const closes = [0x5d, 0x7d] as const;

/**
 * Whether JSON is too deep, by default for a body, or has too many values and names. Counts bytes before parsing, because three bytes may become an
 * object, and a body of brackets would take a fifth of a second to parse. The count is at most twice the exact one, so its limit is
 * doubled.
 */
export function excessOf(
  bytes: Uint8Array,
  most: { depth: number; parts: number } = ways.body,
): "depth" | "parts" | undefined {
  let depth = 0;
  let parts = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) at = endOfText(bytes, at);
    else if (byte === comma) parts += 1;
    else if (byte === opens[0] || byte === opens[1]) {
      depth += 1;
      parts += 1;
      if (depth > most.depth) return "depth";
    } else if (byte === closes[0] || byte === closes[1]) depth -= 1;
    if (parts > 2 * most.parts + 1) return "parts";
  }
  return undefined;
}

/** The end of the string that begins at `from`. */
function endOfText(bytes: Uint8Array, from: number): number {
  for (let at = from + 1; at < bytes.length; at += 1) {
    if (bytes[at] === backslash) at += 1;
    else if (bytes[at] === quote) return at;
  }
  return bytes.length;
}
