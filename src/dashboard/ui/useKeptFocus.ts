import { useEffect } from "react";
import type { RefObject } from "react";

const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex='0']";

const controlsOf = (root: Element): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (one) => one.tabIndex >= 0 && !one.closest("[hidden], [popover]"),
  );

/**
 * When the control that has the focus goes away with what it stood in (an archived row, a form that was sent, a notice that was
 * answered), gives the focus to the one now in its place, else to the last before it. A reader who has put the focus
 * nowhere keeps it there.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    let last: HTMLElement | undefined;
    let at = 0;
    const note = ({ target }: FocusEvent): void => {
      last = target as HTMLElement;
      at = controlsOf(element).indexOf(last);
    };
    const forget = ({ target }: Event): void => {
      if (!last?.contains(target as Node)) last = undefined;
    };
    const keep = (): void => {
      const { activeElement } = element.getRootNode() as Document;
      if (!last || last.isConnected || (activeElement && activeElement !== document.body)) return;
      const left = controlsOf(element);
      left[Math.min(Math.max(at, 0), left.length - 1)]?.focus({ preventScroll: true });
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
