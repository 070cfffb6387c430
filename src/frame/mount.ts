import { frameTitle, skeletonHeight } from "./appearance.ts";
import { attachFrame } from "./attach-frame.ts";
import { frameUrl, SANDBOX } from "./embed-url.ts";
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
  if (!place) throw new TypeError(`No element matches ${target}. Mount the embed after it is in the page.`);
  const iframe = document.createElement("iframe");
  let { data, title } = options;
  const { appUrl, minHeight, loading } = options;
  const attributes = {
    src: frameUrl(options, { handshake: "1" }),
    title: title ?? frameTitle(data),
    width: "100%",
    height: minHeight ?? skeletonHeight(data),
    loading: loading ?? "eager",
    allow: "clipboard-write",
    referrerpolicy: "strict-origin",
    frameborder: 0,
    ...(appUrl && { sandbox: SANDBOX }),
  };
  for (const [name, value] of Object.entries(attributes)) iframe.setAttribute(name, `${value}`);
  place.append(iframe);
  const frame = connectReferralsEmbed(iframe, options);
  return {
    ...frame,
    update(next) {
      ({ data, title } = { data, title, ...next });
      iframe.title = title ?? frameTitle(data);
      frame.update(next);
    },
    destroy() {
      iframe.remove();
      frame.destroy();
    },
  };
}

/**
 * Connects to an embed `iframe` that is already in the page, at any time: adds height, live theme, events and renewal.
 * The frame is yours: `destroy` leaves it in the page.
 * @example
 * connectReferralsEmbed(document.querySelector("iframe#referrals"), { data: "referrals", token });
 */
export function connectReferralsEmbed(iframe: HTMLIFrameElement, options: ReferralsEmbedOptions): ReferralsFrame {
  const frame = attachFrame(iframe, options);
  return { ...frame, update: (next) => frame.update((options = { ...options, ...next })) };
}
