/**
 * Parses a text as a URL; `undefined` if it is not one. Replaces `URL.canParse`, which in Node 20 misreads non-ASCII text once it is
 * compiled: it accepts addresses on which `new URL` throws, and refuses good ones.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
