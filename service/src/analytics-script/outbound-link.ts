/**
 * An address with the click id appended, when it leads to one of the domains or below it and has none yet.
 * @returns `null` when it stays as it is
 */
export function outboundLink(
  href: string,
  clickId: string,
  { param, domains }: { param: string; domains: readonly string[] },
): string | null {
  let url: URL;
  try {
    url = new URL(href);
  } catch {
    return null;
  }
  const { hostname } = url;
  const leadsThere = domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
  if (!/^https?:$/.test(url.protocol) || !leadsThere || url.searchParams.get(param) === clickId) return null;
  url.searchParams.set(param, clickId);
  return url.href;
}
