import type { CookieOptions } from "./settings.ts";

/** How long a click is remembered unless the page says otherwise. */
const defaultDays = 90;

/** The text that sets a cookie for a host and its subdomains, `www.` and its bare name alike; a local host gets none but its own. */
export function cookieText(
  name: string,
  value: string,
  { hostname, options = {} }: { hostname: string; options?: CookieOptions },
): string {
  const days = typeof options.expiresInDays === "number" ? options.expiresInDays : defaultDays;
  const own = hostname === "localhost" || /^[\d.]+$|:/.test(hostname) ? null : `.${hostname.replace(/^www\./, "")}`;
  const domain = options.domain ?? own;
  return [
    `${name}=${encodeURIComponent(value)}`,
    `Path=${options.path ?? "/"}`,
    `Max-Age=${Math.round(days * 86_400)}`,
    `SameSite=${options.sameSite ?? "Lax"}`,
    ...(domain ? [`Domain=${domain}`] : []),
    ...(options.secure ? ["Secure"] : []),
  ].join("; ");
}

/** The value of a cookie in `document.cookie`. */
export function cookieValue(cookies: string, name: string): string | null {
  const found = cookies.split("; ").find((pair) => pair.startsWith(`${name}=`));
  if (found === undefined) return null;
  try {
    return decodeURIComponent(found.slice(name.length + 1)) || null;
  } catch {
    return null;
  }
}

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
