import type { ReferralsMessage } from "../contract/embed.ts";
import type { ReferralsMessageKey } from "../locales/message-key.ts";
import type { Failure } from "./failure.ts";

/** What happened, what to do next and a way to do it, in the host's own type. DOM calls alone: no policy is in the way. */
export function drawFailure(
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
    // The button goes; whoever came by keyboard stays where the embed is.
    const frame = place.nextElementSibling as HTMLElement | null;
    retry();
    frame?.focus();
  });
}
