import { useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";
import { dialogPlace, isFramed, visibleSlice } from "./visible-slice.ts";
import type { VisibleSlice } from "./visible-slice.ts";

const NARROW = 480;
/** Assumed visible part when the observer did not answer in time: it begins a little above the opener. */
const GUESS = { above: 96, height: 640 };

function open(dialog: HTMLDialogElement): void {
  dialog.showModal();
  const entry = dialog.querySelector("[data-autofocus]") ?? dialog.querySelector("[data-dialog-title]");
  if (entry instanceof HTMLElement) entry.focus({ preventScroll: true });
}

function place(dialog: HTMLDialogElement, slice: VisibleSlice): void {
  // It is measured without the limit of a lower slice.
  dialog.style.removeProperty("--rf-slice-height");
  const { top, maxHeight } = dialogPlace(slice, dialog.offsetHeight, window.innerWidth < NARROW);
  dialog.style.setProperty("--rf-slice-top", `${top}px`);
  dialog.style.setProperty("--rf-slice-height", `${maxHeight}px`);
  dialog.dataset.placed = "";
}

/**
 * Opens the dialog while mounted, puts the focus on `[data-autofocus]` by hand (React never renders `autofocus`, and the default lands on
 * the close button), failing that on its title, and gives it back to the opener at the end. In a frame it is also placed before it opens,
 * because opening scrolls the host to the dialog. When it or the frame changes size and it leaves the visible slice, it is placed again, or
 * its last buttons could be off screen.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    let current = true;
    const openInSlice = async (dialog: HTMLDialogElement): Promise<void> => {
      const above = Math.max(0, (opener?.getBoundingClientRect().top ?? 0) - GUESS.above);
      const slice = (await visibleSlice()) ?? { top: above, height: GUESS.height };
      if (!current) return;
      place(dialog, slice);
      open(dialog);
      place(dialog, slice);
    };
    const placeAnew = async (): Promise<void> => {
      const slice = dialog?.open && (await visibleSlice());
      if (!slice || !current) return;
      const { top, bottom } = dialog.getBoundingClientRect();
      if (top < slice.top || bottom > slice.top + slice.height) place(dialog, slice);
    };
    const observer = typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver(() => void placeAnew());
    const onResize = (): void => void placeAnew();
    if (dialog && isFramed()) {
      window.addEventListener("resize", onResize);
      void openInSlice(dialog).then(() => current && observer?.observe(dialog));
    } else if (dialog) open(dialog);
    return () => {
      current = false;
      observer?.disconnect();
      window.removeEventListener("resize", onResize);
      dialog?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
  return ref;
}
