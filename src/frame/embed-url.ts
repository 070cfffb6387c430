import type { ReferralsSection } from "../contract/embed.ts";
import { frameUrl, type FrameUrlOptions } from "./frame-url.ts";

/** What an address of the embed page is made of. */
export type ReferralsUrlOptions = Omit<FrameUrlOptions, "sections"> & {
  token: string;
  /** `fragment` keeps the token out of every server log. Default `query`, which the specification names. */
  tokenIn?: "query" | "fragment";
  sections?: readonly ReferralsSection[];
};

/** The colour forms of design 3.1: numbers only, so nothing that passes can carry markup or CSS. */
const COLOUR = /^(#[\da-f]{3,8}|(rgb|hsl|oklch)\([-\d\s.,%deg]+\)|transparent)$/i;
/** Of options that are words. */
const PLAIN_WORDS = /^[\w\s,"'-]{1,120}$/;

/** Whether a text is a colour or plain words: nothing else may enter an address that somebody prints into HTML. */
function onlyPlain(key: string, value: unknown): unknown {
  if (typeof value !== "string") return value;
  const allowed = key === "fontFamily" || key === "density" ? PLAIN_WORDS : COLOUR;
  return allowed.test(value) ? value : undefined;
}

/**
 * The address of the embed page with a token in it, for an `iframe` of your own.
 * @throws TypeError when `appUrl` is not an acceptable address.
 * @example
 * referralsEmbedUrl({ token, appUrl: "https://app.example.com", theme: "dark" });
 */
export function referralsEmbedUrl({ token, tokenIn, ...options }: ReferralsUrlOptions): string {
  return tokenIn === "fragment"
    ? `${frameUrl(options, { query: {}, replacer: onlyPlain })}#token=${encodeURIComponent(token)}`
    : frameUrl(options, { query: { token }, replacer: onlyPlain });
}
