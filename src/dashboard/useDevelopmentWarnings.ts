import { useEffect, type RefObject } from "react";

let isSaid = false;

/** Says, once and in development only, what keeps an embed from showing: no stylesheet (EMB-L5). */
export function useDevelopmentWarnings(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    try {
      // Bundlers write a word for this expression, and for nothing like it; a production build then leaves the rest out.
      if (process.env.NODE_ENV === "development" && !isSaid && root.current && !hasStyles(root.current)) {
        isSaid = true;
        console.warn('referrals-embed: the stylesheet is missing. Add import "referrals-embed/styles.css" once.');
      }
    } catch {
      // No bundler: nobody develops here.
    }
  }, [root]);
}

const hasStyles = (root: HTMLElement): boolean => getComputedStyle(root).getPropertyValue("--rf-styles") !== "";
