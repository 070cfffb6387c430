import type { ReferralsMessage } from "../contract/embed.ts";
import type { ReferralsMessageKey } from "../locales/message-key.ts";
import { colorScheme } from "./frame-attributes.ts";
import type { ReferralsEmbedOptions } from "./options.ts";

/** The embed's options that a launcher's dialog uses too. */
export type LauncherOptions = Pick<
  Partial<ReferralsEmbedOptions>,
  "theme" | "themeOptions" | "locale" | "messages" | "title"
>;

/** Texts of a language. */
export type Words = Partial<Record<ReferralsMessageKey, ReferralsMessage>>;

/** Below this width of the window the dialog is the window. */
const NARROW = 600;

/**
 * Opens the dialog that an embed stands in, with its title and a way to close it. The styles go through the CSSOM, which no
 * content security policy forbids; what dims the page is a shadow, as a `::backdrop` cannot be styled that way.
 */
export function drawLauncher(dialog: HTMLDialogElement, options: LauncherOptions, words: Words): void {
  const { theme, themeOptions, messages, title } = options;
  const say = (key: ReferralsMessageKey, otherwise: string): string => `${messages?.[key] ?? words[key] ?? otherwise}`;
  const isNarrow = innerWidth < NARROW;
  const background = themeOptions?.backgroundColor;
  Object.assign(dialog.style, {
    colorScheme: colorScheme(theme),
    color: "CanvasText",
    background: "Canvas",
    boxSizing: "border-box",
    inlineSize: isNarrow ? "100vw" : "min(1120px, 100vw - 32px)",
    blockSize: isNarrow ? "100dvh" : "fit-content",
    maxInlineSize: "none",
    maxBlockSize: isNarrow ? "none" : "calc(100dvh - 32px)",
    padding: "0 0 16px",
    border: "0",
    borderRadius: isNarrow ? "0" : "16px",
    overflow: "auto",
    overscrollBehavior: "contain",
    boxShadow: "0 24px 64px #0008, 0 0 0 100vmax #0006",
  });
  // The dashboard's own ground; an older browser keeps its own.
  dialog.style.background =
    typeof background === "string" && background !== "transparent" ? background : "light-dark(#fff, #0d0e11)";
  const head = document.createElement("div");
  Object.assign(head.style, {
    position: "sticky",
    insetBlockStart: "0",
    zIndex: "1",
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    minBlockSize: "56px",
    paddingInline: isNarrow ? "16px" : "24px",
    background: "inherit",
    font: "600 16px/24px system-ui, sans-serif",
  });
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "×";
  close.ariaLabel = say("ui.close", "Close");
  Object.assign(close.style, {
    inlineSize: "44px",
    blockSize: "44px",
    marginInlineEnd: "-12px",
    color: "inherit",
    background: "none",
    border: "0",
    font: "24px/1 system-ui, sans-serif",
    cursor: "pointer",
  });
  close.addEventListener("click", () => dialog.close());
  dialog.ariaLabel = title ?? say("title.referrals", "Referrals");
  head.append(dialog.ariaLabel, close);
  dialog.prepend(head);
  // A press beside the dialog hits the dialog itself.
  dialog.addEventListener("click", ({ target, clientX: x, clientY: y }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    if (target === dialog && (x < left || x > right || y < top || y > bottom)) dialog.close();
  });
  // Also sent by the frame, if nothing in it handles the key.
  dialog.addEventListener("keydown", ({ key, target }) => {
    if (key === "Escape" && target !== dialog) dialog.close();
  });
  dialog.showModal();
}
