/**
 * Where the service at `address` explains an error's code. None where that is the page's own origin: what is served there may be handed
 * on from elsewhere, and does not say where the service is.
 */
export function errorDocs(address: string, code: string): string | undefined {
  const [origin] = /^https?:\/\/[^/?#]+/.exec(address) ?? [location.origin];
  return origin === location.origin ? undefined : `${origin}/docs/errors#${code}`;
}
