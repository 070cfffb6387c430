import { useEffect } from "react";
import type { RefObject } from "react";

const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex='0']";

const controlsOf = (root: Element): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (one) => one.tabIndex >= 0 && !one.closest("[hidden], [popover]"),
  );

/**
 * When the focused control disappears with its container (an archived row, a sent form, an answered notice), focuses the control now in its
 * place, else the last one before it. If nothing was focused, nothing gets the focus.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    let last: HTMLElement | undefined;
    let controls: HTMLElement[] = [];
    const note = ({ target }: FocusEvent): void => {
      last = target as HTMLElement;
      controls = controlsOf(element);
    };
    const forget = ({ target }: Event): void => {
      if (!last?.contains(target as Node)) last = undefined;
    };
    const keep = (): void => {
      const { activeElement } = element.getRootNode() as Document;
      if (!last || last.isConnected || (activeElement && activeElement !== document.body)) return;
      const left = controlsOf(element);
      const at = controls.indexOf(last);
      // Counted from the nearest remaining control before it: new ones may appear above at the same time.
      const before = controls.slice(0, Math.max(at, 0)).findLast((one) => left.includes(one));
      const moved = before ? left.indexOf(before) - controls.indexOf(before) : 0;
      left[Math.min(Math.max(at + moved, 0), left.length - 1)]?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(keep);
    observer.observe(element, { childList: true, subtree: true });
    element.addEventListener("focusin", note);
    document.addEventListener("pointerdown", forget, true);
    return () => {
      observer.disconnect();
      element.removeEventListener("focusin", note);
      document.removeEventListener("pointerdown", forget, true);
    };
  }, [root]);
}
