import { referralsEmbedUrl, type ReferralsUrlOptions } from "./embed-url.ts";
import { colorScheme, frameAttributes } from "./frame-attributes.ts";

/**
 * HTML of one `iframe`, for any template engine; pure, so a server may call it (EMB-I6, EMB-I7).
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
  const { height = 720, loading = "lazy", theme } = options;
  const attributes = {
    ...frameAttributes(referralsEmbedUrl(options), height, { ...options, loading }),
    style: options.inlineStyle === false ? undefined : `color-scheme:${colorScheme(theme)}`,
  };
  let html = "<iframe";
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined)
      html += ` ${name.toLowerCase()}="${`${value}`.replace(/[&"<>]/g, (c) => `&#${c.charCodeAt(0)};`)}"`;
  return `${html}></iframe>`;
}
