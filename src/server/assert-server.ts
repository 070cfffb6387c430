/** The key a client holds must never reach a browser; `document` is what browsers have and servers have not. */
export function assertServer(): void {
  if (!("document" in globalThis)) return;
  throw new Error(
    "referrals-embed/server holds your API key and must not run in a browser. Call it from a server route and hand only publicToken to the page.",
  );
}
