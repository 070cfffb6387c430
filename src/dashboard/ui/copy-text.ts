/** `copied`; `selected`: the text stands selected and the reader presses the keys; `failed`: a picture that cannot be copied here. */
export type CopyOutcome = "copied" | "selected" | "failed";

/**
 * Copies without a prompt. Order: the clipboard API; `execCommand` from a field inside the current dialog or root, as one
 * outside an open modal is inert; last, the visible text is selected.
 */
export async function copyText(text: string, near: Element): Promise<CopyOutcome> {
  try {
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    if (copyFromField(text, near)) return "copied";
    near.closest("form, section, dialog, .rf-root")?.querySelector<HTMLInputElement>("[data-copy-source]")?.select();
    return "selected";
  }
}

function copyFromField(text: string, near: Element): boolean {
  const field = document.createElement("textarea");
  const back = document.activeElement;
  field.value = text;
  field.readOnly = true;
  field.className = "rf-vh";
  (near.closest("dialog, .rf-root") ?? document.body).append(field);
  field.select();
  let done = false;
  try {
    done = document.execCommand("copy");
  } catch {
    // Some frames forbid it by throwing; the caller then selects.
  }
  field.remove();
  if (back instanceof HTMLElement) back.focus({ preventScroll: true });
  return done;
}

/** Copies a PNG. It is drawn while the browser waits: one that asks for the reader's click grants no second one. */
export async function copyPicture(picture: () => Promise<Blob>): Promise<CopyOutcome> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": picture() })]);
    return "copied";
  } catch {
    return "failed";
  }
}

/** What to press after a `selected` outcome. */
export const copyKeys = (): string => (/mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘ C" : "Ctrl C");
