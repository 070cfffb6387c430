import { useCallback, useRef, type RefObject } from "react";
import { useBrowserLayoutEffect } from "./useBrowserLayoutEffect.ts";

/**
 * Holds the height of a box over a change of what it shows, until the new content has its own: a skeleton in it is lower than
 * what comes, and everything below would jump up and down again.
 * @param shown names what the box shows
 * @returns the box, and what to call just before it shows something else
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
