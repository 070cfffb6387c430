import { useRef, useState } from "react";
import type { RefObject } from "react";
import { followAnchor } from "./popover-position.ts";
import { useBrowserLayoutEffect } from "./useBrowserLayoutEffect.ts";
import { useLatest } from "./useLatest.ts";

/** A popover and the button that opens it. */
export interface PopoverParts {
  button: RefObject<HTMLButtonElement | null>;
  popover: RefObject<HTMLDivElement | null>;
  open: boolean;
  close: () => void;
}

/**
 * Ties a `popover="auto"` to its button through the DOM, since React 18 knows neither the attribute nor `toggle`; light
 * dismissal, Esc and "click again closes" are then the browser's. Placed by measured rect while open.
 */
export function usePopover(align: "end" | "start", onOpen?: (popover: HTMLElement) => void): PopoverParts {
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const opened = useLatest(onOpen);
  // Before it is painted: a press that came before an effect would be lost.
  useBrowserLayoutEffect(() => {
    const [anchor, layer] = [button.current, popover.current];
    if (!anchor || !layer) return;
    anchor.popoverTargetElement = layer;
    let unfollow: (() => void) | undefined;
    const onToggle = (event: Event): void => {
      unfollow?.();
      const isOpen = (event as ToggleEvent).newState === "open";
      unfollow = isOpen ? followAnchor(layer, anchor, align) : undefined;
      setOpen(isOpen);
      if (isOpen) opened.current?.(layer);
    };
    layer.addEventListener("toggle", onToggle);
    return () => {
      unfollow?.();
      layer.removeEventListener("toggle", onToggle);
    };
  }, [align, opened]);
  return { button, popover, open, close: () => popover.current?.hidePopover() };
}
