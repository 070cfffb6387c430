import { useEffect, type RefObject } from "react";

const said = new Set<string>();
const warn = (text: string): void => {
  if (!said.has(text)) console.warn(`referrals-embed: ${text}`);
  said.add(text);
};

/** Warns once, in development builds only, about a missing stylesheet and theme options that were dropped or clamped. */
export function useDevelopmentWarnings(root: RefObject<HTMLElement | null>, themeOptions: object | undefined): void {
  useEffect(() => {
    try {
      // Bundlers replace exactly this expression; a production build then drops the branch.
      if (process.env.NODE_ENV === "development") {
        if (root.current && !hasStyles(root.current))
          warn('the stylesheet is missing. Add import "referrals-embed/styles.css" once.');
        void import("./theme/theme-problems.ts").then(({ themeProblems }) =>
          themeProblems(themeOptions ?? {}).forEach(warn),
        );
      }
    } catch {
      // `process` is undefined without a bundler: treat it as a production build.
    }
  }, [root, themeOptions]);
}

const hasStyles = (root: HTMLElement): boolean => getComputedStyle(root).getPropertyValue("--rf-styles") !== "";
