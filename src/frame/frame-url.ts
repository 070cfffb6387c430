import type { ReferralsEmbedOptions } from "./options.ts";

/** What of the options stands in an address. */
export type FrameUrlOptions = Partial<
  Pick<ReferralsEmbedOptions, "appUrl" | "data" | "theme" | "locale" | "sections" | "themeOptions">
>;

/**
 * The address of a frame.
 * @param first what stands before the options: a token, or that the page shall wait for the handshake
 * @param plain `JSON.stringify`'s replacer for `themeOptions`
 * @throws TypeError for an `appUrl` that is neither `https:` nor `http:` on localhost, or has credentials, query or fragment
 * (EMB-A7)
 */
export function frameUrl(
  { appUrl, data, theme, locale, sections, themeOptions }: FrameUrlOptions,
  first: Record<string, string>,
  plain?: (key: string, value: unknown) => unknown,
): string {
  // What is not absolute gets a scheme that does not pass.
  const base = appUrl ? new URL(appUrl, "x:/").href : "";
  if (base && !/^(https:\/\/[^@/]+|http:\/\/(localhost|127\.0\.0\.1|\[::1])(:\d+)?)\/[^?#]*$/.test(base))
    throw new TypeError("appUrl must be like https://host.");
  const values = {
    ...first,
    data,
    theme,
    locale,
    sections: (sections as readonly string[] | undefined)?.join?.(),
    themeOptions: JSON.stringify(themeOptions, plain),
  };
  // A round trip leaves out what is undefined.
  const query = new URLSearchParams(JSON.parse(JSON.stringify(values)));
  return `${base.replace(/\/*$/, "")}/embed/referrals?${query}`;
}
