import { bounds, exceeds } from "../bounds.ts";
import { foldKey } from "../fold-key.ts";

/** Where a link lives, read from a request's path. */
export interface LinkPlace {
  domain: string;
  /** Decoded and folded. */
  key: string;
  /** Names the place in memory. */
  name: string;
}

/**
 * The place a path means: percent-decoded, one trailing `/` dropped, `r/` as an alias, the root as `_root`.
 * Undefined when it cannot be decoded, or is longer than a key can be.
 */
export function placeOf(domain: string, path: string): LinkPlace | undefined {
  if (path.length > bounds.linkPath) return undefined;
  let key = path.endsWith("/") ? path.slice(1, -1) : path.slice(1);
  if (key.includes("%")) {
    try {
      key = decodeURIComponent(key);
    } catch {
      return undefined;
    }
  }
  if (key.startsWith("r/") || key.startsWith("R/")) key = key.slice(2);
  if (key === "") key = "_root";
  if (key.includes("\0") || exceeds(key, bounds.linkKey)) return undefined;
  const folded = foldKey(key);
  return { domain, key: folded, name: `${domain}/${folded}` };
}
