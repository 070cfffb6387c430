import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { parse, type AtRule, type Rule } from "postcss";

/** The syntax of the oldest supported browsers (Chrome 116, Firefox 125, Safari 17), without nesting, which is compiled away. */
const TARGET = ["chrome111", "firefox114", "safari16.4"];

/** The shipped stylesheet: sources joined, nesting compiled away, minified, every selector guarded. */
export async function buildStylesheet(): Promise<string> {
  const entry = fileURLToPath(new URL("./styles.css", import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    target: TARGET,
  });
  const tight = (outputFiles[0]?.text ?? "")
    .replace(/(--rf-[\w-]+): /g, "$1:")
    .replaceAll(", ", ",")
    .replace(/ \* (?=var|\d)/g, "*");
  return guardSelectors(joinContainers(tight));
}

/**
 * The stylesheet for a document without foreign styles: there `all: revert` has nothing to take back, and computing it for every
 * element is more than half of the time styling takes.
 */
export function withoutReset(css: string): string {
  const sheet = parse(css);
  sheet.walkDecls("all", (decl) => {
    if (decl.value === "revert") decl.remove();
  });
  return sheet.toString();
}

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

const widthOf = ({ params }: AtRule): number => Number(/(\d+)px/.exec(params)?.[1]);
const isUpTo = ({ params }: AtRule): boolean => params.includes("<");

/**
 * Puts the rules of each container width together at the end of the sheet, "from" widths rising and then "below" widths falling, which is a
 * tenth of a kilobyte less. So a rule for a width comes after all rules without one: where it must not win, the other rule needs more
 * specificity.
 */
function joinContainers(css: string): string {
  const sheet = parse(css);
  const joined = new Map<string, AtRule>();
  sheet.walkAtRules("container", (rule) => {
    const first = joined.get(rule.params);
    if (first) first.append(rule.nodes);
    else joined.set(rule.params, rule.clone());
    rule.remove();
  });
  const order = (a: AtRule, b: AtRule): number =>
    Number(isUpTo(a)) - Number(isUpTo(b)) || (widthOf(a) - widthOf(b)) * (isUpTo(a) ? -1 : 1);
  sheet.append([...joined.values()].sort(order));
  return sheet.toString();
}
