import type { BannerSettings } from "./banner.ts";

/** What the attributes of the script tag say. */
export interface Settings {
  /** {base_url}, without a trailing slash. */
  apiUrl: string;
  publishableKey: string | null;
  /** Domains: of the partners' links, of the site's own visits, and of pages the click id is passed on to. */
  refer: string | null;
  site: string | null;
  outbound: string[];
  firstClick: boolean;
  /** Names of query parameters that hold a link's key. */
  keyParams: string[];
  /** Name of the parameter and cookie of the click id. */
  clickIdParam: string;
  cookie: CookieOptions;
  /** The place of the banner with a visitor's offer; `null` draws none. */
  banner: BannerSettings | null;
}

/** Cookie options of a page. */
export interface CookieOptions {
  domain?: string;
  path?: string;
  expiresInDays?: number;
  sameSite?: string;
  secure?: boolean;
}

/**
 * Reads the attributes of the script tag; malformed and unknown ones are ignored.
 * @param attribute value of an attribute without its `data-`
 * @param scriptUrl where the script came from: its origin's `/api` unless `data-api-host` says otherwise
 */
export function readSettings(attribute: (name: string) => string | null, scriptUrl: string): Settings {
  const domains = json(attribute("domains")) as { refer?: unknown; site?: unknown; outbound?: unknown };
  const names = json(attribute("query-params"));
  const banner = attribute("offer-banner");
  const single = attribute("query-param");
  return {
    apiUrl: (attribute("api-host") || `${new URL(scriptUrl).origin}/api`).replace(/\/+$/, ""),
    publishableKey: attribute("publishable-key"),
    refer: text(domains.refer) ?? attribute("short-domain"),
    site: text(domains.site),
    outbound: texts(domains.outbound),
    firstClick: attribute("attribution-model") === "first-click",
    keyParams: Array.isArray(names) ? texts(names) : single ? [single] : ["via"],
    clickIdParam: attribute("click-id-param") || "ref_id",
    cookie: json(attribute("cookie-options")) as CookieOptions,
    banner:
      banner === null
        ? null
        : { edge: banner === "top" ? "top" : "bottom", action: webAddress(attribute("offer-action")) },
  };
}

/** Of a link in the page: a script as its address would run in it. */
function webAddress(value: string | null): string | null {
  if (!value) return null;
  try {
    return /^https?:$/.test(new URL(value, "https://page.invalid").protocol) ? value : null;
  } catch {
    return null;
  }
}

function json(value: string | null): object {
  try {
    const parsed: unknown = JSON.parse(value || "{}");
    return typeof parsed === "object" && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

const text = (value: unknown): string | null => (typeof value === "string" && value ? value : null);
const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === "string" && item !== "");
