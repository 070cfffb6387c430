import type { ReferralsThemeOptions } from "../../src/contract/theme.ts";
import { contrast, parseColour, toHex, toRgb } from "../../src/rules/colour.ts";
import { deriveColours, type ThemeColours } from "../../src/rules/derive-colours.ts";

/** A role, the role it is read against and the ratio it must reach there. */
export interface RoleCheck {
  role: string;
  colour: string;
  on: string;
  ratio: number;
  needs: number;
}

const pairs: readonly [role: string, on: string, needs: number][] = [
  ["fg", "surface", 10],
  ["muted", "hover", 4.5],
  ["faint", "surface", 3],
  ["control", "surface", 3],
  ["fg-on-bg", "bg", 7],
  ["muted-on-bg", "bg", 4.5],
  ["on-accent", "accent", 4.5],
  ["on-accent", "accent-hover", 4.5],
  ["accent-line", "surface", 3],
  ["accent-text", "hover", 4.5],
  ["fg", "accent-soft", 7],
  ["ring", "surface", 3],
  ["ring-on-bg", "bg", 3],
  ["danger", "danger-soft", 4.5],
  ["success", "success-soft", 4.5],
  ["warning", "warning-soft", 4.5],
  ["c1", "surface", 3],
  ["c2", "surface", 3],
  ["c3", "surface", 3],
  ["c4", "surface", 3],
];

/** The colours of options in a scheme. */
export function coloursOf(options: ReferralsThemeOptions, scheme: "light" | "dark"): ThemeColours {
  return deriveColours(
    { background: backgroundIn(options, scheme), accent: options.accentColor, series: options.chartColors },
    scheme,
  );
}

/** The contrast every role reaches against what lies under it. */
export function checkRoles(colours: ThemeColours): RoleCheck[] {
  return pairs.map(([role, on, needs]) => ({
    role,
    colour: colours[role]!,
    on,
    needs,
    ratio: contrast(rgbOf(colours[role]!), rgbOf(colours[on]!)),
  }));
}

/** What the derivation did to the colours given, in sentences. */
export function explainTheme(options: ReferralsThemeOptions, scheme: "light" | "dark"): string[] {
  const colours = coloursOf(options, scheme);
  return [
    ...explainBackground(options, scheme, colours),
    ...explainAccent(options, colours),
    ...explainCharts(options, colours),
  ];
}

function explainBackground(options: ReferralsThemeOptions, scheme: "light" | "dark", colours: ThemeColours): string[] {
  const { bg, surface } = colours;
  const backgroundColor = backgroundIn(options, scheme);
  if (!backgroundColor) return [];
  if (backgroundColor === "transparent") return ["The page behind shows through; it should be of the scheme chosen."];
  const given = parseColour(backgroundColor);
  if (!given) return [`${backgroundColor} is not a colour we read, so the scheme's own background stays.`];
  const inside = given[0] < 0.45 ? "dark" : "light";
  const text = colours["fg-on-bg"];
  return [
    `Your background stays exactly ${bg}. It makes the cards ${inside}: ${surface}.`,
    `Tabs and titles on the background are ${text}, text on cards ${colours.fg}.`,
  ];
}

function explainAccent({ accentColor }: ReferralsThemeOptions, colours: ThemeColours): string[] {
  if (!accentColor) return [];
  if (!parseColour(accentColor))
    return [`${accentColor} is not a colour we read, so the accent stays ${colours.accent}.`];
  const label = colours["on-accent"] === "#ffffff" ? "white" : "black";
  const moved = (
    [
      ["its edge", "accent-line"],
      ["links", "accent-text"],
      ["the focus ring", "ring"],
    ] as const
  ).filter(([, role]) => colours[role] !== colours.accent);
  const kept = `Your accent stays ${colours.accent} on the button, under a ${label} label.`;
  if (moved.length === 0) return [kept, "It has contrast enough for links, edges and focus as well."];
  const list = moved.map(([what, role]) => `${what} became ${colours[role]}`).join(", ");
  return [kept, `For contrast ${list}.`];
}

function explainCharts({ chartColors = [] }: ReferralsThemeOptions, colours: ThemeColours): string[] {
  return chartColors.flatMap((given, n) => {
    const colour = parseColour(given);
    const painted = colours[`c${n + 1}`];
    if (!given || !colour || toHex(toRgb(colour)) === painted) return [];
    return [`Chart colour ${n + 1} moved from ${given} to ${painted} to stand out from the card.`];
  });
}

function rgbOf(hex: string): ReturnType<typeof toRgb> {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function backgroundIn({ backgroundColor }: ReferralsThemeOptions, scheme: "light" | "dark"): string | undefined {
  return typeof backgroundColor === "object" ? backgroundColor[scheme] : backgroundColor;
}
