import type { ReferralsMessage } from "../contract/embed.ts";
import type { ReferralsMessageKey } from "../locales/message-key.ts";
import type { Failure } from "./failure.ts";
import { loadLocale } from "../locales/load-locale.ts";
import { localeCandidates, resolveLocale } from "../locales/resolve-locale.ts";

/** The problem, the next step and a button for it, in the host's own font. DOM calls only, so that no content security policy blocks it. */
function drawFailure(
  place: HTMLElement,
  { state: { name }, error, options, retry }: Failure,
  words: Partial<Record<ReferralsMessageKey, ReferralsMessage>>,
): void {
  const say = (key: ReferralsMessageKey): string => `${options.messages?.[key] ?? words[key]}`;
  const add = (parent: Element, tag: string, text: string): HTMLElement => {
    const child = document.createElement(tag);
    child.textContent = text;
    parent.append(child);
    return child;
  };
  place.replaceChildren();
  const what = name === "offline" || name === "blocked" ? name : "error";
  const text = what === "offline" ? "state.offlineEmpty" : (`state.${what}Text` as const);
  add(place, "p", `${say(`state.${what}`)}. ${say(text)}`);
  if (error.code === "protocol_mismatch")
    add(add(place, "p", ""), "a", `${error.docUrl}`).setAttribute("href", `${error.docUrl}`);
  if (!error.retryable) return;
  const button = add(place, "button", say("ui.tryAgain"));
  button.setAttribute("type", "button");
  button.addEventListener("click", () => {
    // The button disappears: move the keyboard focus to the frame, or it would return to the top of the page.
    const frame = place.nextElementSibling as HTMLElement | null;
    retry();
    frame?.focus();
  });
}

/** The panel in the partner's language: the one asked for, else that of the page around it, else the browser's. */
export async function drawFailureInLanguage(place: HTMLElement, failure: Failure): Promise<void> {
  const { tag, pack, dir } = resolveLocale(localeCandidates(failure.options.locale, place.parentElement));
  const words = await loadLocale(pack);
  place.lang = tag;
  place.dir = dir;
  drawFailure(place, failure, words);
}
