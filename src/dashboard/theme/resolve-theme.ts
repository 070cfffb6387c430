import { borderRadiusRange, fontSizeRange } from "../../contract/theme.ts";
import type { ReferralsTheme, ReferralsThemeOptions } from "../../contract/theme.ts";
import { roughTheme } from "./rough-theme.ts";
import type { Derive } from "./theme-colours.ts";

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

function pixels(value: unknown, [least, most]: readonly [number, number]): string | undefined {
  if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
  return `${Math.min(most, Math.max(least, value))}px`;
}

/**
 * Options to root attributes and custom properties. Unreadable colours and fonts are dropped, numbers clamped.
 * @param prefersDark what the operating system asks for; matters only for `system`.
 * @param derive works the host's colours out; without it only what a skeleton shows is right
 */
export function resolveTheme(
  theme: ReferralsTheme,
  options: ReferralsThemeOptions,
  prefersDark: boolean,
  derive: Derive | null | undefined,
): ResolvedTheme {
  const system = prefersDark ? "dark" : "light";
  const asked = theme === "system" ? system : theme;
  const { backgroundColor: given, fontSize, borderRadius, fontFamily } = options;
  const background = given && typeof given === "object" ? given[asked] : given;
  const own = (derive ?? roughTheme)({ ...options, background }, asked);
  const properties: Record<string, string> = {};
  for (const [role, colour] of Object.entries(own?.colours ?? {})) properties[`--rf-${role}`] = colour;
  const size = pixels(fontSize, fontSizeRange);
  const radius = pixels(borderRadius, borderRadiusRange);
  if (size) properties["--rf-size"] = size;
  if (radius) properties["--rf-r"] = radius;
  if (fontFamily && FONT.test(fontFamily)) properties["--rf-font"] = fontFamily;
  return {
    scheme: own?.scheme ?? theme,
    transparent: background === "transparent",
    compact: options.density === "compact",
    properties,
  };
}
