import { createTokenCall } from "../http/token-call.ts";
import { attachFrame } from "./attach-frame.ts";
import type { ShowFailure } from "./failure.ts";
import { frameAttributes, skeletonHeight } from "./frame-attributes.ts";
import { frameUrl } from "./frame-url.ts";
import type { ReferralsEmbedOptions, ReferralsFrame } from "./options.ts";

/** `mountReferralsEmbed`, with another way to tell of failures. */
export function mountFrame(
  target: Element | string,
  options: ReferralsEmbedOptions,
  showFailure: ShowFailure,
): ReferralsFrame {
  const place = typeof target === "string" ? document.querySelector(target) : target;
  if (!place) throw new TypeError(`No element is ${target}.`);
  const iframe = document.createElement("iframe");
  write(iframe, options);
  place.append(iframe);
  return connectFrame(iframe, options, showFailure, true);
}

/** `connectReferralsEmbed`, with another way to tell of failures. */
export function connectFrame(
  iframe: HTMLIFrameElement,
  options: ReferralsEmbedOptions,
  showFailure: ShowFailure,
  isOurs?: boolean,
): ReferralsFrame {
  const tokens = createTokenCall();
  const panel = document.createElement("div");
  panel.role = "alert";
  const { restart, ...frame } = attachFrame(iframe, options, tokens, (state, error) => {
    panel.remove();
    if (!error) return;
    iframe.before(panel);
    showFailure(panel, { state, error, options, retry: restart });
  });
  return {
    ...frame,
    update(next) {
      const { appUrl } = options;
      options = { ...options, ...next };
      if (options.appUrl !== appUrl) {
        write(iframe, options);
        restart();
      }
      frame.update(options);
    },
    destroy() {
      panel.remove();
      if (isOurs) iframe.remove();
      frame.destroy();
      tokens.stop();
    },
  };
}

/** Gives a frame the attributes of its options. */
function write(iframe: HTMLIFrameElement, options: ReferralsEmbedOptions): void {
  const src = frameUrl(options, { handshake: "1" });
  const attributes = frameAttributes(src, options.minHeight ?? skeletonHeight(options.data), options);
  // A round trip leaves out what is undefined.
  for (const [name, value] of Object.entries<string>(JSON.parse(JSON.stringify(attributes))))
    iframe.setAttribute(name, value);
}
