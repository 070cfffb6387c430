/** Where a link lives, read from a request's path. */
export interface LinkPlace {
  domain: string;
  /** Decoded, in NFC. */
  key: string;
  /** Names the place in memory: case does not matter in keys. */
  name: string;
}

/**
 * The place a path means (api-contract §12): percent-decoded, one trailing `/` dropped, NFC, `r/` as an alias, the root as `_root`.
 * Undefined when it cannot be decoded.
 */
export function placeOf(domain: string, path: string): LinkPlace | undefined {
  let key = path.endsWith("/") ? path.slice(1, -1) : path.slice(1);
  if (key.includes("%")) {
    try {
      key = decodeURIComponent(key).normalize("NFC");
    } catch {
      return undefined;
    }
  }
  if (key.startsWith("r/") || key.startsWith("R/")) key = key.slice(2);
  if (key === "") key = "_root";
  if (key.includes("\0")) return undefined;
  return { domain, key, name: `${domain}/${key.toLowerCase()}` };
}
