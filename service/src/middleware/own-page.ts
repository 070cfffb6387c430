/**
 * Whether a form or script of the service's own pages sent a request that changes something, by the browser's word: a page elsewhere must
 * do nothing in the name of who is signed in.
 */
export function isOwnPage(headers: Record<string, string>, appUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  return site === undefined ? headers["origin"] === new URL(appUrl).origin : site === "same-origin";
}

/** Whether another site asks for data. Browsers name no origin with reads of a plain-HTTP page, so only a foreign one is refused. */
export function isForeignRead(headers: Record<string, string>, appUrl: string): boolean {
  const { "sec-fetch-site": site, origin } = headers;
  return (site ?? "same-origin") !== "same-origin" || (origin ?? new URL(appUrl).origin) !== new URL(appUrl).origin;
}
