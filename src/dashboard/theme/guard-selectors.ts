import { parse } from "postcss";
import type { AtRule, Rule } from "postcss";

/** The weight of an id, matching none: ordinary host rules cannot win, and nothing of ours can leak. */
export const GUARD: string = String.raw`.rf-root:not(#\9)`;

const ROOT = /^\.rf-root(?![\w-])/;

function guardOne(selector: string): string {
  return ROOT.test(selector) ? selector.replace(ROOT, () => GUARD) : `${GUARD} ${selector}`;
}

const inKeyframes = (rule: Rule): boolean =>
  rule.parent?.type === "atrule" && /keyframes$/i.test((rule.parent as AtRule).name);

/**
 * Puts every selector of a flat stylesheet under the guarded root, the first one after an at-rule's `{` like every other.
 * Frame steps of `@keyframes` are no selectors and stay. Nesting must have been compiled away before.
 */
export function guardSelectors(css: string): string {
  const sheet = parse(css);
  sheet.walkRules((rule) => {
    if (inKeyframes(rule)) return;
    if (rule.parent?.type === "rule") throw new Error(`Nested rule "${rule.selector}": compile nesting first.`);
    rule.selectors = rule.selectors.map(guardOne);
  });
  return sheet.toString();
}
