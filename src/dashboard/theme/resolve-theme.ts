import { themeOptionRows } from "../../contract/theme.ts";
import type { ReferralsTheme, ReferralsThemeOptions } from "../../contract/theme.ts";
import { parseColour } from "./colour.ts";
import { deriveColours, isDarkInterior } from "./derive.ts";

/** What the root element carries for a theme and its options. */
export interface ResolvedTheme {
  /** `data-scheme`: `system` only while no colour is given, so that pure CSS follows the operating system. */
  scheme: ReferralsTheme;
  /** `data-bg="none"`: the root is left unpainted. */
  transparent: boolean;
  compact: boolean;
  /** Custom property to value; to be set with `style.setProperty`, never as style text. */
  properties: Record<string, string>;
}

const FONT = /^[\w\s,"'-]{1,120}$/;

function pixels(value: unknown, range: readonly [number, number] | undefined): string | undefined {
  if (typeof value !== "number" || !Number.isFinite(value) || !range) return undefined;
  return `${Math.min(range[1], Math.max(range[0], value))}px`;
}

function pickBackground(value: ReferralsThemeOptions["backgroundColor"], scheme: "light" | "dark"): unknown {
  return value && typeof value === "object" ? value[scheme] : value;
}

/**
 * Options to root attributes and custom properties. Unreadable colours and fonts are dropped, numbers clamped (EMB-A6).
 * @param prefersDark what the operating system asks for; matters only for `system`.
 */
export function resolveTheme(
  theme: ReferralsTheme,
  options: ReferralsThemeOptions,
  prefersDark: boolean,
): ResolvedTheme {
  const system = prefersDark ? "dark" : "light";
  const scheme = theme === "system" ? system : theme;
  const background = pickBackground(options.backgroundColor, scheme);
  const coloured = [background, options.accentColor, ...(options.chartColors ?? [])].some((c) => parseColour(c));
  const properties: Record<string, string> = {};
  if (coloured) {
    const colours = deriveColours({ background, accent: options.accentColor, series: options.chartColors }, scheme);
    for (const [role, colour] of Object.entries(colours)) properties[`--rf-${role}`] = colour;
  }
  const size = pixels(options.fontSize, themeOptionRows.fontSize.range);
  const radius = pixels(options.borderRadius, themeOptionRows.borderRadius.range);
  if (size) properties["--rf-size"] = size;
  if (radius) properties["--rf-r"] = radius;
  if (options.fontFamily && FONT.test(options.fontFamily)) properties["--rf-font"] = options.fontFamily;
  const interior = isDarkInterior(background, scheme) ? "dark" : "light";
  return {
    scheme: theme === "system" && !coloured ? "system" : interior,
    transparent: background === "transparent",
    compact: options.density === "compact",
    properties,
  };
}
