import { THEME_ROLES } from "../../src/rules/derive-colours.ts";

/** What a rule says about a colour: which property, and the role it takes, if it takes one. */
interface Paint {
  selector: string;
  property: string;
  role: string | undefined;
}

/** Every colour the stylesheet gives, in its order. */
export function readPaints(): Paint[] {
  const walk = (rules: CSSRuleList): Paint[] =>
    [...rules].flatMap((rule) => {
      if (rule instanceof CSSMediaRule) return matchMedia(rule.conditionText).matches ? walk(rule.cssRules) : [];
      if (!(rule instanceof CSSStyleRule)) return "cssRules" in rule ? walk(rule.cssRules as CSSRuleList) : [];
      // What is painted before or after an element belongs to it, and is painted besides.
      const [selector = "", pseudo = ""] = rule.selectorText.split(/(?=::(?:before|after)\b)/);
      if (rule.selectorText.includes(",") && pseudo) return [];
      const declarations = rule.style.cssText.split(/;\s*/).map((text) => text.split(/:\s*(.*)/));
      return declarations.flatMap(([name = "", value = ""]) => {
        const property = coloured(name);
        return property ? [{ selector, property: property + pseudo, role: roleIn(value) }] : [];
      });
    });
  return [...document.styleSheets].flatMap((sheet) => walk(sheet.cssRules));
}

/** The property that a declaration colours, by one name for all its spellings. */
function coloured(name: string): string | undefined {
  if (/^(color|fill|stroke|outline|outline-color|--rf-series)$/.test(name)) return name.replace("-color", "");
  if (/^background(-color|-image)?$/.test(name)) return "background";
  return /^border(?!.*(radius|style|width|spacing|collapse))/.exec(name) ? name.replace("-color", "") : undefined;
}

/** A chart's own colour is handed down to what draws it. */
const SERIES = "--rf-series";
const roleIn = (value: string): string | undefined => (value.includes(`var(${SERIES}`) ? SERIES : firstRole(value));
const firstRole = (value: string): string | undefined =>
  [...value.matchAll(/var\(--rf-([\w-]+)\)/g)].map(([, name]) => name!).find((name) => THEME_ROLES.includes(name));

/** The roles an element is painted with: of each property the last rule that colours it. */
function rolesOf(element: Element, paints: readonly Paint[]): Map<string, string | undefined> {
  const matching = paints.filter(({ selector }) => element.matches(selector));
  return new Map(matching.map(({ property, role }) => [property, role]));
}

/**
 * The tokens a part is painted with, read from the stylesheet: its own, the colour its words inherit, and those of what stands in it
 * but in no other part.
 * @param others every part
 * @param alone leaves out what stands in it
 */
export function paintedWith(
  part: Element,
  others: readonly Element[],
  paints: readonly Paint[],
  alone: boolean,
): string[] {
  const inside = [...part.querySelectorAll("*")].filter(
    (element) => !others.some((other) => other !== part && part.contains(other) && other.contains(element)),
  );
  const used = [part, ...(alone ? [] : inside)].flatMap((element) =>
    [...rolesOf(element, paints)].map(([property, role]) => {
      if (property === SERIES) return undefined;
      return role === SERIES ? (inherited(element, SERIES, paints) ?? "accent-line") : role;
    }),
  );
  if (part.textContent) used.push(inherited(part, "color", paints));
  return THEME_ROLES.filter((role) => used.includes(role));
}

/** The role of a property that is handed down: the element's own, or that of what is around it. */
function inherited(element: Element | null, property: string, paints: readonly Paint[]): string | undefined {
  if (!element) return undefined;
  return rolesOf(element, paints).get(property) ?? inherited(element.parentElement, property, paints);
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
  const [rows, columns] = [style.rowGap, style.columnGap].map((gap) => (gap === "normal" ? "0" : number(gap)));
  const gap = rows === columns ? rows! : `${rows} ${columns}`;
  const radius = Number.parseFloat(style.borderTopLeftRadius);
  const measures: [string, string][] = [
    ["size", `${number(`${width}`)} × ${number(`${height}`)}`],
    ["padding", padding],
    ["gap", gap],
    ["radius", radius > 100 ? "full" : number(`${radius}`)],
    ["type", `${number(style.fontSize)} / ${number(style.lineHeight)} / ${style.fontWeight}`],
  ];
  return measures.filter(([, value]) => value !== "0");
}
