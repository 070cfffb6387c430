import { connectFrame, mountFrame } from "./mount.ts";
import type { ReferralsEmbedOptions, ReferralsFrame } from "./options.ts";
import { showFailure } from "./show-failure.ts";

/**
 * Puts the embed into `target` (an element, or a selector of one) and keeps it connected. What the frame cannot draw itself is
 * told in a panel in its place.
 * @throws TypeError when `appUrl` is not an acceptable address or no element is found.
 * @example
 * const frame = mountReferralsEmbed("#referrals", { data: "referrals", appUrl, token: () => fetch("/token").then((r) => r.json()) });
 * frame.update({ theme: "dark" });
 */
export const mountReferralsEmbed: (target: Element | string, options: ReferralsEmbedOptions) => ReferralsFrame = (
  target,
  options,
) => mountFrame(target, options, showFailure);

/**
 * Connects to an embed `iframe` that is already in the page, at any time: adds height, live theme, events and renewal, and a
 * panel in its place for what it cannot draw itself.
 * The frame is yours: `destroy` leaves it in the page.
 * @example
 * connectReferralsEmbed(document.querySelector("iframe#referrals"), { data: "referrals", token });
 */
export const connectReferralsEmbed: (iframe: HTMLIFrameElement, options: ReferralsEmbedOptions) => ReferralsFrame = (
  iframe,
  options,
) => connectFrame(iframe, options, showFailure);
