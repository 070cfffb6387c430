/**
 * Origin of the service at `address`. None if it equals the page's origin: that server may be a proxy, so the origin does not identify the
 * service.
 * @param from origin of that page
 */
export function serviceOrigin(address: string, from: string = location.origin): string | undefined {
  const [origin] = /^https?:\/\/[^/?#]+/.exec(address) ?? [];
  return origin === from ? undefined : origin;
}

/** Where the service explains an error's code, if its origin is known. */
export function errorDocs(address: string, code: string, from?: string): string | undefined {
  const origin = serviceOrigin(address, from);
  return origin && `${origin}/docs/errors#${code}`;
}
