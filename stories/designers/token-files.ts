import type { ReferralsThemeOptions } from "../../src/contract/theme.ts";
import { coloursOf } from "./explain-theme.ts";

const sheets = import.meta.glob<string>("../../src/dashboard/theme/*.css", {
  query: "?raw",
  import: "default",
  eager: true,
});
/** The stylesheet's sources, without comments. */
export const stylesheetText: string = Object.values(sheets)
  .join("\n")
  .replaceAll(/\/\*[\s\S]*?\*\//g, "");

/** What each colour role is for. */
export const roleUses: Readonly<Record<string, string>> = {
  bg: "Behind everything: the background you give",
  surface: "Cards, buttons, inputs",
  subtle: "The chosen tile, the link where it cannot be changed, a pressed button",
  hover: "Under the pointer; badges, skeletons, the track of segments",
  line: "Hairlines: edges of cards, rows of tables",
  fg: "Text on cards",
  muted: "Second-rank text on cards",
  faint: "Icons that repeat a word",
  control: "Edges of what can be pressed or filled in",
  "fg-on-bg": "Text on the background: the chosen tab",
  "muted-on-bg": "Second-rank text on the background: other tabs",
  accent: "The one primary button",
  "on-accent": "Its label",
  "accent-line": "Its edge; checks, progress",
  "accent-hover": "It under the pointer",
  "accent-text": "Links",
  "accent-soft": "The partner's own row",
  ring: "Focus on cards",
  "ring-on-bg": "Focus on the background",
  danger: "Failures, words of what cannot be undone",
  "danger-soft": "Behind them",
  success: "Paid, done",
  "success-soft": "Behind them",
  warning: "Waiting",
  "warning-soft": "Behind it",
  c1: "Chart: clicks",
  c2: "Chart: leads",
  c3: "Chart: sales",
  c4: "Chart: earnings",
};

/** Sizes and lines of text in px at `fontSize` 14; test/stories holds each to the stylesheet. */
export const typeScale: Readonly<Record<string, { size: number; line: number; weight: number; use: string }>> = {
  tick: { size: 11, line: 14, weight: 400, use: "Axes of charts" },
  label: { size: 12, line: 16, weight: 500, use: "Labels of tiles, badges" },
  interface: { size: 13, line: 20, weight: 500, use: "Buttons, tabs, tables" },
  body: { size: 14, line: 20, weight: 400, use: "Text; titles of cards in 600" },
  title: { size: 16, line: 24, weight: 600, use: "The offer, titles of dialogs" },
  figure: { size: 20, line: 28, weight: 600, use: "Figures" },
};

/** Space between and inside parts, px: what the stylesheet's gaps, paddings and margins are made of, but for single exceptions. */
export function spaceScale(): number[] {
  const times = new Map<number, number>();
  for (const [, value = ""] of stylesheetText.matchAll(/(?:gap|padding[\w-]*|margin[\w-]*|--rf-pad): ([^;]+);/g))
    for (const [, px] of value.matchAll(/(?<![\d.])(\d+)px/g)) times.set(Number(px), (times.get(Number(px)) ?? 0) + 1);
  return [...times]
    .filter(([, count]) => count > 1)
    .map(([px]) => px)
    .sort((a, b) => a - b);
}

interface Text {
  family: string[];
  size: number;
  line: number;
  weight: number;
}

/** A token: where it stands, what it is, and a number in px, a `#rrggbb` or a text style. */
export interface Token {
  group: "color" | "space" | "radius" | "size" | "text";
  name: string;
  value: number | string | Text;
  use: string;
}

/** Every token of a theme in a scheme. */
export function tokensOf(options: ReferralsThemeOptions, scheme: "light" | "dark"): Token[] {
  const { fontSize = 14, borderRadius = 8, density, fontFamily = "sans-serif" } = options;
  const [u, d] = [fontSize / 14, density === "compact" ? 0.875 : 1];
  const family = fontFamily.split(",").map((name) => name.trim().replaceAll(/["']/g, ""));
  const group = (name: Token["group"], all: readonly (readonly [string, Token["value"], string])[]): Token[] =>
    all.map(([token, value, use]) => ({ group: name, name: token, value, use }));
  return [
    ...group(
      "color",
      Object.entries(coloursOf(options, scheme)).map(([role, colour]) => [role, colour, roleUses[role] ?? ""]),
    ),
    ...group(
      "space",
      spaceScale().map((px) => [`${px}`, px, spaceUses[px] ?? "Inside parts"]),
    ),
    ...group("radius", [
      ["inner", Math.max(0, borderRadius - 2), "Segments, swatches, skeletons"],
      ["control", borderRadius, "Buttons, inputs, tiles"],
      ["card", borderRadius + 4, "Cards, menus"],
      ["dialog", borderRadius + 8, "Dialogs"],
    ]),
    ...group("size", [
      ["button", Math.max(24, 32 * d * u), "Height of a button"],
      ["input", Math.max(24, 36 * d * u), "Height of an input and of the link"],
      ["tab", 40 * d * u, "Height of a tab"],
      ["row", 44 * d * u, "Height of a row"],
      ["touch", 44, "Least height of all of them on touch"],
      ["card-padding", 16 * d, "Padding of a card"],
    ]),
    ...group(
      "text",
      Object.entries(typeScale).map(([name, { size, line, weight, use }]) => [
        name,
        { family, size: size * u, line: line * u, weight },
        use,
      ]),
    ),
  ];
}

const spaceUses: Readonly<Record<number, string>> = {
  8: "Between buttons, between tiles",
  12: "Inside a card",
  16: "Between cards; padding of a narrow dashboard",
  20: "Padding from 480 px",
  24: "Padding from 960 px; between columns of a table",
  32: "Between columns of figures",
};

/** A scheme's tokens in the format of the Design Tokens Community Group (2025.10): one file per mode, as design tools read them. */
export function tokensJson(options: ReferralsThemeOptions, scheme: "light" | "dark"): string {
  const types = { color: "color", space: "dimension", radius: "dimension", size: "dimension", text: "typography" };
  const groups: Record<string, Record<string, unknown>> = {};
  for (const { group, name, value, use } of tokensOf(options, scheme)) {
    groups[group] ??= { $type: types[group] };
    groups[group][name] = { $value: jsonValue(value), $description: use };
  }
  return `${JSON.stringify({ $description: `referrals-embed, ${scheme}`, ...groups }, null, 2)}\n`;
}

const px = (value: number): object => ({ value: round(value), unit: "px" });
const round = (value: number): number => Math.round(value * 1000) / 1000;

function jsonValue(value: Token["value"]): object {
  if (typeof value === "number") return px(value);
  if (typeof value === "object") {
    const { family, size, line, weight } = value;
    return {
      fontFamily: family,
      fontSize: px(size),
      fontWeight: weight,
      letterSpacing: px(0),
      lineHeight: round(line / size),
    };
  }
  const components = [1, 3, 5].map((at) => round(Number.parseInt(value.slice(at, at + 2), 16) / 255));
  return { colorSpace: "srgb", components, alpha: 1, hex: value };
}

/** Both schemes as custom properties; colours have the names they have inside the dashboard. */
export function tokensCss(options: ReferralsThemeOptions): string {
  const colours = (scheme: "light" | "dark", indent: string): string =>
    [
      `${indent}color-scheme: ${scheme};`,
      ...tokensOf(options, scheme)
        .filter(({ group }) => group === "color")
        .map((token) => `${indent}${cssOf(token)}`),
    ].join("\n");
  const others = tokensOf(options, "light").filter(({ group }) => group !== "color");
  return `/* referrals-embed: its tokens, for a page that should match. data-theme="light" or "dark" chooses; else the system does. */
:root {
${others.map((token) => `  ${cssOf(token)}`).join("\n")}
}
:root,
[data-theme="light"] {
${colours("light", "  ")}
}
[data-theme="dark"] {
${colours("dark", "  ")}
}
@media (prefers-color-scheme: dark) {
  :root:not([data-theme="light"]) {
${colours("dark", "    ")}
  }
}
`;
}

function cssOf({ group, name, value }: Token): string {
  if (typeof value === "string") return `--rf-${name}: ${value};`;
  if (typeof value === "number") return `--rf-${group}-${name}: ${round(value)}px;`;
  const { size, line, weight } = value;
  return `--rf-${group}-${name}-size: ${round(size)}px; --rf-${group}-${name}-line: ${round(line)}px; --rf-${group}-${name}-weight: ${weight};`;
}

/** The files to download, by name. */
export function tokenFiles(options: ReferralsThemeOptions): Record<string, string> {
  return {
    "referrals-embed.tokens.css": tokensCss(options),
    "referrals-embed.light.tokens.json": tokensJson(options, "light"),
    "referrals-embed.dark.tokens.json": tokensJson(options, "dark"),
  };
}
