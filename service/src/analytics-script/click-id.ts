import type { CookieOptions } from "./settings.ts";

/**
 * The form of every click id, `clickIdPattern` of the service. Anyone can write an address, and the cookie is sent with every request to
 * the site: with a few thousand letters the site's server would refuse the visitor until the cookie ends.
 */
const clickIdForm = /^[0-9A-Za-z]{16,64}$/;

/** Whether a text can be a click id. */
export function isClickId(text: unknown): text is string {
  return typeof text === "string" && clickIdForm.test(text);
}

/** How long a click is remembered by default. */
const defaultDays = 90;

/** The text that sets a cookie for a host and its subdomains, with and without `www.`; a local host gets a cookie only for itself. */
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

/** The texts that delete a cookie, for both ways it may be set: with subdomains, or for the host only. */
export function clearingTexts(name: string, where: { hostname: string; options?: CookieOptions }): string[] {
  const ended = cookieText(name, "", { ...where, options: { ...where.options, expiresInDays: 0 } });
  return [ended, ended.replace(/; Domain=[^;]*/, "")];
}

/** Of the given cookie names, those whose value in `document.cookie` cannot be a click id. */
export function foreignCookies(cookies: string, names: readonly string[]): string[] {
  const pairs = cookies
    .split("; ")
    .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]);
  return names.filter((wanted) => pairs.some(([name, value]) => name === wanted && !isClickId(value)));
}

/** The click id in a cookie of `document.cookie`; `null` for anything else. */
export function cookieValue(cookies: string, name: string): string | null {
  const values = cookies
    .split("; ")
    .flatMap((pair) => (pair.startsWith(`${name}=`) ? pair.slice(name.length + 1) : []));
  return values.find(isClickId) ?? null;
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
