/** The script-tag build: defines the elements and `window.ReferralsEmbed`. */
import { defineReferralsEmbed } from "./element/referrals-embed-element.ts";
import { drawLauncher } from "./frame/draw-launcher.ts";
import type { ShowFailure } from "./frame/failure.ts";
import { connectFrame, mountFrame } from "./frame/mount.ts";
import type { connectReferralsEmbed, mountReferralsEmbed } from "./frame/embed.ts";

export { referralsEmbedIframe as iframe } from "./frame/embed-iframe.ts";
export { referralsEmbedUrl as url } from "./frame/embed-url.ts";

/** A single file cannot load languages on demand: the host's messages, or English. */
const showFailure: ShowFailure = (place, { options: { messages }, retry }) => {
  const button = document.createElement("button");
  button.type = "button";
  button.append(`${messages?.["ui.tryAgain"] ?? "Try again"}`);
  button.addEventListener("click", retry);
  place.replaceChildren(`${messages?.["state.errorText"] ?? "We could not load your dashboard."} `, button);
};

export const mount: typeof mountReferralsEmbed = (target, options) => mountFrame(target, options, showFailure);
export const connect: typeof connectReferralsEmbed = (iframe, options) => connectFrame(iframe, options, showFailure);

defineReferralsEmbed({ showFailure, showLauncher: (dialog, options) => drawLauncher(dialog, options, {}) });
