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
