import { THEME_ROLES } from "../../src/dashboard/theme/derive.ts";

interface Painted {
  selector: string;
  roles: string[];
  /** The role of its words, where it names one. */
  words: string | undefined;
}

/** The rules of the stylesheet that paint with tokens, each with the roles it names. */
function paintRules(): Painted[] {
  const walk = (rules: CSSRuleList): Painted[] =>
    [...rules].flatMap((rule) => {
      if (rule instanceof CSSMediaRule) return matchMedia(rule.conditionText).matches ? walk(rule.cssRules) : [];
      if (!(rule instanceof CSSStyleRule)) return "cssRules" in rule ? walk(rule.cssRules as CSSRuleList) : [];
      const roles = [...rule.cssText.matchAll(/var\(--rf-([\w-]+)\)/g)]
        .map(([, name]) => name!)
        .filter((name) => THEME_ROLES.includes(name));
      // What is painted before or after an element belongs to it.
      const selector = rule.selectorText.replaceAll(/::(before|after)/g, "");
      return roles.length > 0 && !selector.includes("::") ? [{ selector, roles, words: roleIn(rule.style.color) }] : [];
    });
  return [...document.styleSheets].flatMap((sheet) => walk(sheet.cssRules));
}

const roleIn = (value: string): string | undefined => /var\(--rf-([\w-]+)\)/.exec(value)?.[1];

/**
 * The tokens a part is painted with, read from the stylesheet: its own rules, those of what stands in it but for other parts, and
 * the colour its words inherit.
 */
export function paintedWith(part: Element, others: readonly Element[]): string[] {
  const inside = [...part.querySelectorAll("*")].filter(
    (element) => !others.some((other) => other !== part && part.contains(other) && other.contains(element)),
  );
  const rules = paintRules();
  const used = rules
    .filter(({ selector }) => [part, ...inside].some((element) => element.matches(selector)))
    .flatMap(({ roles }) => roles);
  const words = part.textContent ? inheritedWords(part, rules) : undefined;
  return THEME_ROLES.filter((role) => used.includes(role) || role === words);
}

/** The role whose colour the words of an element have: the last rule that names one, on it or on what is around it. */
function inheritedWords(element: Element | null, rules: readonly Painted[]): string | undefined {
  if (!element) return undefined;
  const own = rules.findLast(({ selector, words }) => words && element.matches(selector));
  return own?.words ?? inheritedWords(element.parentElement, rules);
}

const number = (text: string): string => String(Math.round(Number.parseFloat(text) * 10) / 10);
const sides = (values: string[]): string => {
  const [top, right, bottom, left] = values.map(number);
  if (left !== right) return `${top} ${right} ${bottom} ${left}`;
  if (top !== bottom) return `${top} ${right} ${bottom}`;
  return top === right ? top! : `${top} ${right}`;
};

/** How a part is built, as it stands on screen: size, padding, gap, radius, type. In CSS px. */
export function measuresOf(part: Element): [name: string, value: string][] {
  const style = getComputedStyle(part);
  const { width, height } = part.getBoundingClientRect();
  const padding = sides([style.paddingTop, style.paddingRight, style.paddingBottom, style.paddingLeft]);
  const gaps = [style.rowGap, style.columnGap].map((gap) => (gap === "normal" ? "0" : number(gap)));
  const radius = Number.parseFloat(style.borderTopLeftRadius);
  return [
    ["size", `${number(`${width}`)} × ${number(`${height}`)}`],
    ...(padding === "0" ? [] : [["padding", padding] as [string, string]]),
    ...(gaps.every((gap) => gap === "0")
      ? []
      : [["gap", gaps[0] === gaps[1] ? gaps[0]! : gaps.join(" ")] as [string, string]]),
    ...(radius > 0 ? [["radius", radius > 100 ? "full" : number(style.borderTopLeftRadius)] as [string, string]] : []),
    ["type", `${number(style.fontSize)} / ${number(style.lineHeight)} / ${style.fontWeight}`],
  ];
}
