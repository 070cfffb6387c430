import { referralsEmbedUrl, SANDBOX, type ReferralsUrlOptions } from "./embed-url.ts";
import { colorScheme, frameTitle } from "./appearance.ts";

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
  const attributes = {
    src: referralsEmbedUrl(options),
    title: options.title ?? frameTitle(options.data),
    width: "100%",
    height: options.height ?? 720,
    loading: options.loading ?? "lazy",
    allow: "clipboard-write",
    referrerpolicy: "strict-origin",
    sandbox: options.appUrl && SANDBOX,
    frameborder: 0,
    style: options.inlineStyle === false ? undefined : `color-scheme:${colorScheme(options.theme)}`,
  };
  const text = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${String(value).replace(/[&"<>]/g, (c) => `&#${c.charCodeAt(0)};`)}"`);
  return `<iframe${text.join("")}></iframe>`;
}
