/** Colour schemes; `system` follows the operating system without script. */
export const themes = ["light", "dark", "system"] as const;
/** Colour scheme of an embed. Default `light` (specification, Embed page). */
export type ReferralsTheme = (typeof themes)[number];

/**
 * Appearance of an embed. Colours: `#rgb`, `#rrggbb`, `#rrggbbff`, `rgb()`, `hsl()`, `oklch()`; the background also takes
 * `transparent`. Anything else falls back to the scheme's default (design 3.1).
 */
export interface ReferralsThemeOptions {
  /** Background of the embed (specification); everything else is derived from it with guaranteed contrast. */
  backgroundColor?: string | { light: string; dark: string };
  /** Colour of the primary button, of what can be pressed and of the first series. Default: the colour of the program, else `#2867e4`. */
  accentColor?: string;
  /** CSS font family; a frame can use installed families only. */
  fontFamily?: string;
  /** px, 13..18, default 14. */
  fontSize?: number;
  /** px, 0..24, default 8. */
  borderRadius?: number;
  /** Default `comfortable`. */
  density?: "comfortable" | "compact";
  /** Up to four colours: clicks, leads, sales, earnings. */
  chartColors?: readonly string[];
}

/** Lowest and highest font size, px. */
export const fontSizeRange: readonly [number, number] = [13, 18];
/** Lowest and highest border radius, px. */
export const borderRadiusRange: readonly [number, number] = [0, 24];

/** A row of the theme option table. */
export interface ThemeOptionRow {
  kind: "background" | "colour" | "font" | "number" | "choice" | "colours";
  /** For numbers: lowest and highest value. */
  range?: readonly [number, number];
  /** For choices: the values. */
  values?: readonly string[];
}

/** Every theme option: what it accepts. Options are cleaned by these rows (`clean-config.ts`), and developers warned by them; what each does stands in `dashboard/theme`. */
export const themeOptionRows: Readonly<Record<keyof ReferralsThemeOptions, ThemeOptionRow>> = {
  backgroundColor: { kind: "background" },
  accentColor: { kind: "colour" },
  fontFamily: { kind: "font" },
  fontSize: { kind: "number", range: fontSizeRange },
  borderRadius: { kind: "number", range: borderRadiusRange },
  density: { kind: "choice", values: ["comfortable", "compact"] },
  chartColors: { kind: "colours" },
};
