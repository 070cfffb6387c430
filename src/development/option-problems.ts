import { analyticsSections, referralsSections } from "../contract/sections.ts";
import { themeOptionRows, themes, type ReferralsThemeOptions, type ThemeOptionRow } from "../contract/theme.ts";
import type { Derive } from "../dashboard/theme/theme-colours.ts";
import { serviceOrigin } from "../http/error-docs.ts";
import { docsPages, link, tell } from "./tell.ts";

/** A mistake in a host's options, and the page that has what is allowed. */
export type Problem = [text: string, page: keyof typeof docsPages];

/** Warns about options of a host that are dropped or changed; `address` is the frame's, or inline the API's. */
export async function tellOptions(options: object, address: string): Promise<void> {
  const service = serviceOrigin(address);
  for (const [text, page] of await optionProblems(options)) tell(`${text} ${link(service, docsPages[page])}`);
}

/** Says that inline the stylesheet is missing. */
export function tellStyles(root: Element | null): void {
  if (root && getComputedStyle(root).getPropertyValue("--rf-styles") === "")
    tell('the stylesheet is missing. Add import "referrals-embed/styles.css" once.');
}

const modes = ["iframe", "inline"];
const views = ["referrals", "analytics", "card"];
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isSet = (value: unknown): boolean => value !== undefined && value !== null;

/** A value as written, cut; a value without JSON by its type. */
function written(value: unknown): string {
  try {
    return JSON.stringify(value).slice(0, 60);
  } catch {
    return typeof value;
  }
}

const isTheme = (value: unknown): boolean => themes.some((theme) => theme === value);

/** What is wrong with a host's options, in JavaScript or where types were cast away. */
export async function optionProblems(options: object): Promise<Problem[]> {
  const { mode, data, theme, sections, themeOptions, messages } = options as Record<string, unknown>;
  const problems: Problem[] = [];
  if (isSet(mode) && !modes.includes(mode as string))
    problems.push([`mode ${written(mode)} is not known: it is one of ${modes.join(", ")}.`, "data"]);
  if (isSet(data) && !views.includes(data as string))
    problems.push([`data ${written(data)} is not known: it is one of ${views.join(", ")}.`, "data"]);
  if (isSet(theme) && !isTheme(theme))
    problems.push([`theme ${written(theme)} is not known: it is one of ${themes.join(", ")}.`, "theme"]);
  if (isSet(sections)) problems.push(...sectionProblems(sections, data));
  if (isSet(themeOptions) && !isRecord(themeOptions))
    problems.push([`themeOptions ${written(themeOptions)} is no object.`, "themeOptions"]);
  if (isRecord(themeOptions)) {
    // Lazily, as the dashboard does: it stays a chunk of its own.
    const { themeColours } = await import("../dashboard/theme/theme-colours.ts");
    problems.push(
      ...themeProblems(themeOptions, themeColours),
      ...backgroundProblems(theme, themeOptions, themeColours),
    );
  }
  if (isSet(messages)) problems.push(...(await messageProblems(messages)));
  return problems;
}

function sectionProblems(sections: unknown, data: unknown): Problem[] {
  const known: readonly string[] = data === "analytics" ? analyticsSections : referralsSections;
  const names = isRecord(sections) ? sections["hide"] : sections;
  if (!Array.isArray(names))
    return [[`sections ${written(sections)} is neither a list nor { hide: list }.`, "sections"]];
  const wrong = names.filter((name) => !known.includes(name));
  const view = data === "analytics" ? "analytics" : "referrals";
  return wrong.length === 0
    ? []
    : [[`sections: ${wrong.map(written).join(", ")} unknown; data="${view}" has ${known.join(", ")}.`, "sections"]];
}

const COLOURS = "#rgb, #rrggbb, rgb(), hsl() or oklch(), with numbers";

/** The `themeOptions` that are dropped or clamped, with their allowed values. */
function themeProblems(options: Record<string, unknown>, derive: Derive): Problem[] {
  const canRead = (colour: unknown): boolean => derive({ accentColor: colour as string }, "light") !== undefined;
  const rows: Readonly<Record<string, ThemeOptionRow>> = themeOptionRows;
  const wrong: Record<ThemeOptionRow["kind"], (value: any, row: ThemeOptionRow) => string | undefined | false> = {
    background: (value) =>
      (isRecord(value) ? ["light", "dark"].map((scheme) => value[scheme]) : [value]).some(
        (colour) => colour !== "transparent" && !canRead(colour),
      ) && `is ${COLOURS}, "transparent", or { light, dark } of them`,
    colour: (value) => !canRead(value) && `is ${COLOURS}`,
    colours: (value) =>
      !(Array.isArray(value) && value.length <= 4 && value.every((colour) => canRead(colour))) &&
      `is a list of up to four of ${COLOURS}`,
    font: (value) => typeof value !== "string" && "is the name of a font family",
    number: (value, { range: [least, most] = [0, 0] }) =>
      !(typeof value === "number" && value >= least && value <= most) && `is a number from ${least} to ${most}`,
    choice: (value, { values = [] }) => !values.includes(value) && `is one of ${values.join(", ")}`,
  };
  return Object.entries(options).flatMap(([key, value]): Problem[] => {
    const row = Object.hasOwn(rows, key) ? rows[key] : undefined;
    if (!row) return [[`themeOptions.${key} is not known; known are ${Object.keys(rows).join(", ")}.`, "themeOptions"]];
    const rule = isSet(value) && wrong[row.kind](value, row);
    return rule ? [[`themeOptions.${key} ${rule}, not ${written(value)}.`, "themeOptions"]] : [];
  });
}

/** The background decides whether the dashboard is light or dark: a different theme has no effect. */
function backgroundProblems(theme: unknown, { backgroundColor }: ReferralsThemeOptions, derive: Derive): Problem[] {
  if (typeof backgroundColor !== "string") return [];
  const { scheme } = derive({ background: backgroundColor }, "light") ?? {};
  if (!scheme || !isTheme(theme) || theme === scheme) return [];
  const text = `theme="${theme as string}" does not change the dashboard: backgroundColor ${backgroundColor} makes it ${scheme}. Give { light, dark }.`;
  return [[text, "background"]];
}

async function messageProblems(messages: unknown): Promise<Problem[]> {
  if (!isRecord(messages)) return [[`messages ${written(messages)} is no object.`, "messages"]];
  const { default: known } = await import("../locales/en.ts");
  return Object.entries(messages).flatMap(([key, message]): Problem[] => {
    if (!Object.hasOwn(known, key))
      return [[`messages has no key ${written(key)}; the keys are those of referrals-embed/locales/en.`, "messages"]];
    const isText = typeof message === "string" || (isRecord(message) && typeof message["other"] === "string");
    return isText || !isSet(message)
      ? []
      : [[`messages[${written(key)}] is a text, or one per plural form with "other".`, "messages"]];
  });
}
