import { useEffect, type RefObject } from "react";

const said = new Set<string>();
const warn = (text: string): void => {
  if (!said.has(text)) console.warn(`referrals-embed: ${text}`);
  said.add(text);
};

/** Says, once and in development only, what keeps an embed from looking as meant: no stylesheet (EMB-L5), theme options (EMB-A6). */
export function useDevelopmentWarnings(root: RefObject<HTMLElement | null>, themeOptions: object | undefined): void {
  useEffect(() => {
    try {
      // Bundlers write a word for this expression, and for nothing like it; a production build then leaves the rest out.
      if (process.env.NODE_ENV === "development") {
        if (root.current && !hasStyles(root.current))
          warn('the stylesheet is missing. Add import "referrals-embed/styles.css" once.');
        void import("./theme/theme-problems.ts").then(({ themeProblems }) =>
          themeProblems(themeOptions ?? {}).forEach(warn),
        );
      }
    } catch {
      // No bundler: nobody develops here.
    }
  }, [root, themeOptions]);
}

const hasStyles = (root: HTMLElement): boolean => getComputedStyle(root).getPropertyValue("--rf-styles") !== "";
