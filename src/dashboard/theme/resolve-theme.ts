import {
  borderRadiusRange,
  fontSizeRange,
  type ReferralsTheme,
  type ReferralsThemeOptions,
} from "../../contract/theme.ts";
import type { EmbedProgram } from "../../contract/records.ts";
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
 * @param program its colour is the accent of a host that chooses none
 */
export function resolveTheme(
  theme: ReferralsTheme,
  options: ReferralsThemeOptions,
  prefersDark: boolean,
  derive: Derive | null | undefined,
  program?: Pick<EmbedProgram, "brandColor" | "brandColors">,
): ResolvedTheme {
  const system = prefersDark ? "dark" : "light";
  const asked = theme === "system" ? system : theme;
  const { backgroundColor: given, fontSize, borderRadius, fontFamily } = options;
  const background = given && typeof given === "object" ? given[asked] : given;
  const accentColor = options.accentColor ?? program?.brandColor ?? undefined;
  const own = (derive ?? roughTheme)({ ...options, background, accentColor }, asked);
  const properties: Record<string, string> = {};
  for (const [role, colour] of Object.entries(own?.colours ?? program?.brandColors?.[asked] ?? {}))
    properties[`--rf-${role}`] = colour;
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

/** The colour forms of design 3.1: nothing in them can carry CSS. */
const COLOUR = /^(?:#([\da-f]{3}|[\da-f]{6})(?:ff)?|(rgb|hsl|oklch)\([-\d\s.,%deg]+\))$/i;
/** Lightness below which cards are dark (design 3.1, polarity), and the luminance of a grey of that lightness: its cube. */
const DARK = 0.45;

/**
 * What a skeleton shows of a host's colours until they are worked out, on a server too: the background, and roughly whether
 * it is dark. Nothing with words in it is shown before the exact colours are known.
 */
const roughTheme: Derive = ({ background = "" }) => {
  const [colour, hex, form] = COLOUR.exec(background.trim()) ?? [];
  return colour ? { scheme: isDark(colour, hex, form) ? "dark" : "light", colours: { bg: colour } } : undefined;
};

function isDark(colour: string, hex: string | undefined, form: string | undefined): boolean {
  const digits = hex?.match(hex.length === 3 ? /./g : /../g)?.map((two) => parseInt(two.padStart(2, two), 16));
  const [first = 1, second = 1, third = 1] = digits ?? (colour.match(/[\d.]+/g) ?? []).map(Number);
  if (form === "hsl") return third < DARK * 100;
  if (form === "oklch") return first < (colour.includes("%") ? DARK * 100 : DARK);
  const light = (channel: number): number => (channel / 255) ** 2.2;
  return 0.2126 * light(first) + 0.7152 * light(second) + 0.0722 * light(third) < DARK ** 3;
}
