/** A box in px of the viewport. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const GAP = 4;
const EDGE = 8;
const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high));

/**
 * Where a popover of `size` goes beside its anchor: below, flipped above when there is more room, its end at the anchor's
 * end (its start when `rtl`), always inside the viewport.
 */
export function popoverPosition(
  anchor: Box,
  size: { width: number; height: number },
  viewport: { width: number; height: number },
  align: "end" | "start" | "centre",
  rtl: boolean,
): { x: number; y: number } {
  const right = anchor.left + anchor.width - size.width;
  const side = (align === "end") === rtl ? anchor.left : right;
  const x = align === "centre" ? anchor.left + (anchor.width - size.width) / 2 : side;
  const below = anchor.top + anchor.height + GAP;
  const above = anchor.top - GAP - size.height;
  const fits = below + size.height <= viewport.height - EDGE || above < EDGE;
  return {
    x: clamp(x, EDGE, Math.max(EDGE, viewport.width - size.width - EDGE)),
    y: clamp(fits ? below : above, EDGE, Math.max(EDGE, viewport.height - size.height - EDGE)),
  };
}

/** Measures and places an open popover; call again while it is open and something scrolled or resized. */
export function placePopover(popover: HTMLElement, anchor: Element, align: "end" | "start" | "centre"): void {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const rtl = getComputedStyle(anchor).direction === "rtl";
  const size = { width: popover.offsetWidth, height: popover.offsetHeight };
  const viewport = { width, height: Math.max(height, window.innerHeight) };
  const { x, y } = popoverPosition(anchor.getBoundingClientRect(), size, viewport, align, rtl);
  popover.style.setProperty("--rf-x", `${Math.round(x)}px`);
  popover.style.setProperty("--rf-y", `${Math.round(y)}px`);
}

/** Keeps an open popover at its anchor; returns the undo. */
export function followAnchor(popover: HTMLElement, anchor: Element, align: "end" | "start" | "centre"): () => void {
  const place = (): void => placePopover(popover, anchor, align);
  place();
  addEventListener("scroll", place, { capture: true, passive: true });
  addEventListener("resize", place);
  return () => {
    removeEventListener("scroll", place, { capture: true });
    removeEventListener("resize", place);
  };
}
