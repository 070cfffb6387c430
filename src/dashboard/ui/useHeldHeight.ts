import { useCallback, useRef, type RefObject } from "react";
import { useBrowserLayoutEffect } from "./useBrowserLayoutEffect.ts";

/**
 * Keeps the height of a box during a change of content until the new content has loaded: its skeleton is lower, so everything below would
 * jump up and down.
 * @param shown names what the box shows
 * @returns the box, and a function to call just before the content changes
 */
export function useHeldHeight(shown: string | undefined): [box: RefObject<HTMLDivElement | null>, hold: () => void] {
  const box = useRef<HTMLDivElement>(null);
  const hold = useCallback((): void => {
    if (box.current) box.current.style.minHeight = `${box.current.getBoundingClientRect().height}px`;
  }, []);
  useBrowserLayoutEffect(() => {
    const element = box.current;
    if (!element?.style.minHeight) return;
    const release = (): void => {
      if (element.querySelector("[role=tabpanel]:not([hidden]) .rf-skeleton")) return;
      element.style.minHeight = "";
      changes.disconnect();
    };
    const changes = new MutationObserver(release);
    changes.observe(element, { subtree: true, childList: true });
    release();
    return () => changes.disconnect();
  }, [shown]);
  return [box, hold];
}
