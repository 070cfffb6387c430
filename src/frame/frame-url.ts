import type { ReferralsEmbedOptions } from "./options.ts";

/** The options in a frame's address. */
export type FrameUrlOptions = Partial<
  Pick<ReferralsEmbedOptions, "appUrl" | "data" | "theme" | "locale" | "sections" | "themeOptions">
>;

/** The other parts of a frame's address. */
export interface FrameUrlParts {
  /** Precedes the options: the token, or the flag to wait for the handshake. */
  query: Record<string, string>;
  /** `JSON.stringify`'s replacer for `themeOptions`. */
  replacer?: (key: string, value: unknown) => unknown;
}

const ACCEPTABLE_APP_URL = /^(https:\/\/[^@/]+|http:\/\/(localhost|127\.0\.0\.1|\[::1])(:\d+)?)\/[^?#]*$/;

/**
 * The address of a frame.
 * @throws TypeError for an `appUrl` that is neither `https:` nor `http:` on localhost, or has credentials, query or fragment
 */
export function frameUrl(options: FrameUrlOptions, { query, replacer }: FrameUrlParts): string {
  const { appUrl, data, theme, locale, sections, themeOptions } = options;
  // A relative address gets the scheme `x:`, which is not acceptable.
  const base = appUrl ? new URL(appUrl, "x:/").href : "";
  if (base && !ACCEPTABLE_APP_URL.test(base)) throw new TypeError("appUrl must be like https://host.");
  const values = {
    ...query,
    data,
    theme,
    locale,
    sections: Array.isArray(sections) ? sections.join() : undefined,
    themeOptions: JSON.stringify(themeOptions ?? undefined, replacer),
  };
  return `${base.replace(/\/*$/, "")}/embed/referrals?${new URLSearchParams(presentEntries(values))}`;
}

/** What is set, as text; null and undefined mean "not set" in every option. */
export function presentEntries(values: object): [name: string, text: string][] {
  return Object.entries(values).flatMap(([name, value]) => (value == null ? [] : [[name, `${value}`]]));
}
