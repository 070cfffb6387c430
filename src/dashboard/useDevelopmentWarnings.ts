import { useEffect, type RefObject } from "react";

let isSaid = false;

/** Says, once and in development only, what keeps an embed from showing: no stylesheet (EMB-L5). */
export function useDevelopmentWarnings(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // Said in full at this place, so that a production build leaves it out.
    if (typeof process === "undefined" || process.env.NODE_ENV !== "development" || isSaid || !root.current) return;
    if (getComputedStyle(root.current).getPropertyValue("--rf-styles")) return;
    isSaid = true;
    console.warn('referrals-embed: the stylesheet is missing. Add import "referrals-embed/styles.css" once.');
  }, [root]);
}
