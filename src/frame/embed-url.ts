import type { ReferralsSection } from "../contract/embed.ts";
import type { ReferralsEmbedOptions } from "./options.ts";
import { themeQuery } from "./theme-query.ts";

/** What an address of the embed page is made of. */
export type ReferralsUrlOptions = Partial<
  Pick<ReferralsEmbedOptions, "data" | "theme" | "themeOptions" | "appUrl" | "locale">
> & {
  token: string;
  /** `fragment` keeps the token out of every server log. Default `query`, which the specification names. */
  tokenIn?: "query" | "fragment";
  sections?: readonly ReferralsSection[];
};

/** What every framed embed may do, and no more (EMB-I6). */
export const SANDBOX =
  "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads";

/** EMB-A7: `https:`, or `http:` on localhost; no credentials, query or fragment. */
function pageUrl(appUrl: string | undefined): string {
  const base = appUrl ? new URL(appUrl).href : "";
  if (base && !/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1])[:/])[^?#@]+$/.test(base))
    throw new TypeError("appUrl must be https: (http: on localhost), without credentials, query or fragment.");
  return `${base.replace(/\/+$/, "")}/embed/referrals`;
}

/** The address of a frame: `first` before what the options say. */
export function frameUrl(
  { appUrl, data, theme, locale, sections, themeOptions }: Partial<ReferralsEmbedOptions>,
  first: Record<string, string>,
): string {
  const values = {
    ...first,
    data,
    theme,
    locale,
    sections: Array.isArray(sections) ? sections.join() : undefined,
    themeOptions: themeQuery(themeOptions),
  };
  return `${pageUrl(appUrl)}?${new URLSearchParams(Object.entries(values).filter(([, value]) => value) as string[][])}`;
}

/**
 * The address of the embed page with a token in it, for an `iframe` of your own.
 * @throws TypeError when `appUrl` is not an acceptable address.
 * @example
 * referralsEmbedUrl({ token, appUrl: "https://app.example.com", theme: "dark" });
 */
export function referralsEmbedUrl({ token, tokenIn, ...options }: ReferralsUrlOptions): string {
  return tokenIn === "fragment"
    ? `${frameUrl(options, {})}#token=${encodeURIComponent(token)}`
    : frameUrl(options, { token });
}
