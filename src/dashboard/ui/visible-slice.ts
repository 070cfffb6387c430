/** The part of the page a reader can see, in px from the top of the page's own viewport. */
export interface VisibleSlice {
  top: number;
  height: number;
}

/**
 * In a frame as tall as its content, centring and `fixed` refer to all of it and may be off screen. A fresh observer on the
 * document answers once with what is visible, across origins. Undefined: not framed, or no answer in time.
 */
export function visibleSlice(timeoutMs = 100): Promise<VisibleSlice | undefined> {
  if (window.top === window.self || typeof IntersectionObserver === "undefined") return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const settle = (slice?: VisibleSlice): void => {
      clearTimeout(timer);
      observer.disconnect();
      resolve(slice);
    };
    const observer = new IntersectionObserver(([entry]) => {
      const rect = entry?.intersectionRect;
      settle(rect && rect.height > 0 ? { top: rect.top, height: rect.height } : undefined);
    });
    const timer = setTimeout(settle, timeoutMs);
    observer.observe(document.documentElement);
  });
}

/** Whether the page sits in a frame, where a missing answer means the opener's place is the best guess. */
export const isFramed = (): boolean => window.top !== window.self;

/** Top and greatest height of a dialog of `height` in a slice: centred, at least 16 from its top, never under 320 high. */
export function dialogPlace(
  slice: VisibleSlice,
  height: number,
  atBottom: boolean,
): { top: number; maxHeight: number } {
  const maxHeight = Math.max(320, slice.height - 32);
  const room = slice.height - Math.min(height, maxHeight);
  return { top: slice.top + Math.max(16, atBottom ? room - 8 : room / 2), maxHeight };
}
