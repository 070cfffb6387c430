import { referralsEmbedUrl, type ReferralsUrlOptions } from "./embed-url.ts";
import { colorScheme, frameAttributes } from "./frame-attributes.ts";
import { presentEntries } from "./frame-url.ts";

/**
 * HTML of one `iframe`, for any template engine; pure, so a server may call it.
 * Without `appUrl` there is no `sandbox`: on one's own origin it would protect nothing.
 * @param options `height` in px, default 720; `loading` default `lazy`; `inlineStyle: false` leaves the style attribute out,
 * for a content security policy that forbids it (then set `color-scheme` in your stylesheet).
 * @throws TypeError when `appUrl` is not an acceptable address.
 * @example
 * referralsEmbedIframe({ token, appUrl: "https://app.example.com" });
 */
export function referralsEmbedIframe(
  options: ReferralsUrlOptions & {
    title?: string;
    height?: number;
    loading?: "eager" | "lazy";
    inlineStyle?: boolean;
  },
): string {
  const attributes = {
    ...frameAttributes(referralsEmbedUrl(options), options.height ?? 720, {
      ...options,
      loading: options.loading ?? "lazy",
    }),
    style: options.inlineStyle === false ? undefined : `color-scheme:${colorScheme(options.theme)}`,
  };
  const printed = presentEntries(attributes).map(([name, text]) => ` ${name.toLowerCase()}="${escape(text)}"`);
  return `<iframe${printed.join("")}></iframe>`;
}

const escape = (text: string): string => text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
