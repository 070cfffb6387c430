/**
 * A text as an address; `undefined` when it is none. In place of `URL.canParse`, which in Node 20 takes text beyond ASCII for other text
 * once it is compiled: it says yes to addresses that `new URL` then throws on, and no to good ones.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
