import { useEffect } from "react";
import type { Decorator } from "@storybook/react-vite";

/**
 * Shows a story as the rules of a media query have it, which a page cannot ask of its own browser: they are copied out of our
 * stylesheet, without the query. What the browser itself does then (system colours, paper) is tested in test/browser.
 */
export function withMedia(query: string): Decorator {
  return function WithMedia(Story) {
    useEffect(() => {
      const copy = new CSSStyleSheet();
      for (const text of rulesOf(query)) copy.insertRule(text, copy.cssRules.length);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, copy];
      return () => {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== copy);
      };
    }, []);
    return <Story />;
  };
}

function rulesOf(query: string): string[] {
  const blocks = [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].filter((rule) => rule instanceof CSSMediaRule && rule.conditionText.includes(query)),
  ) as CSSMediaRule[];
  return blocks.flatMap((block) => [...block.cssRules].map((rule) => rule.cssText));
}
