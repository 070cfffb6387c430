import { createTokenCall } from "../http/token-call.ts";
import { attachFrame } from "./attach-frame.ts";
import { frameAttributes, skeletonHeight } from "./frame-attributes.ts";
import { frameUrl } from "./frame-url.ts";
import type { ReferralsEmbedOptions, ReferralsFrame } from "./options.ts";

/**
 * Puts the embed into `target` (an element, or a selector of one) and keeps it connected.
 * @throws TypeError when `appUrl` is not an acceptable address or no element is found.
 * @example
 * const frame = mountReferralsEmbed("#referrals", { data: "referrals", appUrl, token: () => fetch("/token").then((r) => r.json()) });
 * frame.update({ theme: "dark" });
 */
export function mountReferralsEmbed(target: Element | string, options: ReferralsEmbedOptions): ReferralsFrame {
  const place = typeof target === "string" ? document.querySelector(target) : target;
  if (!place) throw new TypeError(`No element matches ${target}.`);
  const iframe = document.createElement("iframe");
  for (const [name, value] of Object.entries(
    frameAttributes(frameUrl(options), options.minHeight ?? skeletonHeight(options.data), options),
  ))
    if (value !== undefined) iframe.setAttribute(name, `${value}`);
  place.append(iframe);
  return connect(iframe, options, () => iframe.remove());
}

/**
 * Connects to an embed `iframe` that is already in the page, at any time: adds height, live theme, events and renewal.
 * The frame is yours: `destroy` leaves it in the page.
 * @example
 * connectReferralsEmbed(document.querySelector("iframe#referrals"), { data: "referrals", token });
 */
export const connectReferralsEmbed: (iframe: HTMLIFrameElement, options: ReferralsEmbedOptions) => ReferralsFrame = (
  iframe,
  options,
) => connect(iframe, options);

function connect(iframe: HTMLIFrameElement, options: ReferralsEmbedOptions, onEnd?: () => void): ReferralsFrame {
  const tokens = createTokenCall();
  const frame = attachFrame(iframe, options, tokens);
  return {
    ...frame,
    update: (next) => frame.update((options = { ...options, ...next })),
    destroy() {
      onEnd?.();
      frame.destroy();
      tokens.stop();
    },
  };
}
