import { createTokenCall } from "../http/token-call.ts";
import { attachFrame } from "./attach-frame.ts";
import type { ShowFailure } from "./failure.ts";
import { frameAttributes, reservedHeight } from "./frame-attributes.ts";
import { frameUrl, presentEntries } from "./frame-url.ts";
import type { ReferralsEmbedOptions, ReferralsFrame } from "./options.ts";

/** `mountReferralsEmbed`, with the failure panel as a parameter: the script tag has a smaller one. */
export function mountFrame(
  target: Element | string,
  options: ReferralsEmbedOptions,
  showFailure: ShowFailure,
): ReferralsFrame {
  const place = typeof target === "string" ? document.querySelector(target) : target;
  if (!place) throw new TypeError(`No element is ${target}.`);
  const iframe = document.createElement("iframe");
  writeAttributes(iframe, options);
  place.append(iframe);
  const frame = connectFrame(iframe, options, showFailure);
  return {
    ...frame,
    destroy() {
      iframe.remove();
      frame.destroy();
    },
  };
}

/** `connectReferralsEmbed`, with the failure panel as a parameter. */
export function connectFrame(
  iframe: HTMLIFrameElement,
  options: ReferralsEmbedOptions,
  showFailure: ShowFailure,
): ReferralsFrame {
  const tokens = createTokenCall();
  const panel = document.createElement("div");
  panel.role = "alert";
  const { restart, ...frame } = attachFrame({
    iframe,
    options,
    tokens,
    onState(state, error) {
      panel.remove();
      if (!error) return;
      iframe.before(panel);
      showFailure(panel, { state, error, options, retry: restart });
    },
  });
  return {
    ...frame,
    update(next) {
      const { appUrl } = options;
      options = { ...options, ...next };
      if (options.appUrl !== appUrl) {
        writeAttributes(iframe, options);
        restart();
      }
      frame.update(options);
    },
    destroy() {
      panel.remove();
      frame.destroy();
      tokens.stop();
    },
  };
}

function writeAttributes(iframe: HTMLIFrameElement, options: ReferralsEmbedOptions): void {
  const src = frameUrl(options, { query: { handshake: "1" } });
  const attributes = frameAttributes(src, reservedHeight(options), options);
  for (const [name, text] of presentEntries(attributes)) iframe.setAttribute(name, text);
}
