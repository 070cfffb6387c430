import { useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";
import { dialogPlace, isFramed, visibleSlice } from "./visible-slice.ts";

const NARROW = 480;

async function place(dialog: HTMLDialogElement, opener: Element | null): Promise<void> {
  if (!isFramed()) return;
  const openerTop = opener?.getBoundingClientRect().top ?? 0;
  const slice = (await visibleSlice()) ?? { top: Math.max(0, openerTop - 96), height: 640 };
  const { top, maxHeight } = dialogPlace(slice, dialog.offsetHeight, window.innerWidth < NARROW);
  dialog.style.setProperty("--rf-slice-top", `${top}px`);
  dialog.style.setProperty("--rf-slice-height", `${maxHeight}px`);
  dialog.dataset.placed = "";
}

/**
 * Opens the dialog while mounted, puts the focus on `[data-autofocus]` by hand (React never renders `autofocus`, and the
 * default lands on the close button), failing that on its title, and gives it back to the opener at the end (DES-O1, O2).
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    dialog?.showModal();
    const entry = dialog?.querySelector("[data-autofocus]") ?? dialog?.querySelector("[data-dialog-title]");
    if (entry instanceof HTMLElement) entry.focus({ preventScroll: true });
    if (dialog) void place(dialog, opener);
    return () => {
      dialog?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
  return ref;
}
