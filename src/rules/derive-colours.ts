import { contrast, mix, parseColour, toHex, toRgb } from "./colour.ts";
import type { Oklch, Rgb } from "./colour.ts";

/** Every colour role of the dashboard; the stylesheet reads each as `--rf-<role>`. */
export const THEME_ROLES: readonly string[] = [
  "bg",
  "surface",
  "subtle",
  "hover",
  "line",
  "fg",
  "muted",
  "faint",
  "control",
  "fg-on-bg",
  "muted-on-bg",
  "accent",
  "on-accent",
  "accent-line",
  "accent-hover",
  "accent-text",
  "accent-soft",
  "ring",
  "ring-on-bg",
  "danger",
  "danger-soft",
  "success",
  "success-soft",
  "warning",
  "warning-soft",
  "c1",
  "c2",
  "c3",
  "c4",
];
/** Role to `#rrggbb`. */
export type ThemeColours = Record<string, string>;
/** What the derivation starts from; unreadable colours fall back to the scheme's own. */
export interface ThemeColourInput {
  background?: unknown;
  accent?: unknown;
  series?: readonly unknown[];
}

const ACCENT: Oklch = [0.55, 0.2, 262];
const BACKGROUND = { light: "#ffffff", dark: "#0d0e11" };
const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** Chroma and hue of danger, success and warning. */
const MEANINGS = { danger: [0.19, 27], success: [0.16, 150], warning: [0.13, 70] } as const;
const SERIES = {
  dark: [
    [0.64, 0.19, 262],
    [0.76, 0.15, 70],
    [0.88, 0.12, 190],
    [0.58, 0.18, 15],
  ],
  light: [
    [0.46, 0.19, 262],
    [0.6, 0.15, 60],
    [0.62, 0.12, 190],
    [0.4, 0.18, 0],
  ],
} as const satisfies Record<string, readonly [Oklch, ...Oklch[]]>;

/**
 * Steps lightness by .01 away from the interior until `ratio` holds on every colour in `on`; failing that, the pole. The
 * walk begins at .96 or .04 at the latest: nothing beyond can hold a ratio, and the golden rows count their steps from there.
 */
function solve([lightness, chroma, hue]: Oklch, dark: boolean, on: readonly Rgb[], ratio: number): Rgb {
  const start = dark ? Math.max(lightness, 0.04) : Math.min(lightness, 0.96);
  for (let step = 0; step < 100; step++) {
    const lightness = dark ? start + step / 100 : start - step / 100;
    if (lightness >= 1 || lightness <= 0) break;
    const rgb = toRgb([lightness, chroma, hue]);
    if (on.every((other) => contrast(rgb, other) >= ratio)) return rgb;
  }
  return dark ? WHITE : BLACK;
}

/** Surfaces keep the background's hue, so a red or mid-blue host keeps its exact background and gets clean cards. */
function surfaceOf([lightness, chroma, hue]: Oklch, dark: boolean): Oklch {
  if (dark) return [lightness <= 0.32 ? Math.max(0.17, lightness + 0.035) : 0.2, Math.min(chroma, 0.03), hue];
  const raised = lightness >= 0.9 && chroma <= 0.05 ? Math.min(1, lightness + 0.025) : 0.99;
  return [raised, Math.min(chroma, 0.012), hue];
}

function hoverOf([lightness, chroma, hue]: Oklch, label: Rgb): Oklch {
  if (label === WHITE) return [lightness - 0.05 < 0.06 ? 0.24 : lightness - 0.05, chroma, hue];
  return [lightness + 0.05 > 0.97 ? 0.92 : lightness + 0.05, chroma, hue];
}

/** Accent mixed into the surface: the largest whole per cent up to 10 that keeps fg at 7 and muted at 4.5. */
function softAccent(surface: Oklch, accent: Oklch, fg: Rgb, muted: Rgb): Rgb {
  for (let percent = 10; percent > 0; percent--) {
    const rgb = toRgb(mix(surface, accent, percent / 100));
    if (contrast(fg, rgb) >= 7 && contrast(muted, rgb) >= 4.5) return rgb;
  }
  return toRgb(surface);
}

/** The first series is in the accent; the one that looks like it takes the colour this leaves. */
function seriesOf([first, ...others]: readonly [Oklch, ...Oklch[]], accent: Oklch | undefined): readonly Oklch[] {
  if (!accent) return [first, ...others];
  const isLike = ([, , hue]: Oklch): boolean => Math.abs(((hue - accent[2] + 540) % 360) - 180) < 35;
  return [accent, ...others.map((own) => (isLike(own) ? first : own))];
}

/**
 * All colour roles from a background and an accent. Every text, edge, focus and series role reaches its
 * contrast on every background; all results are `#rrggbb`. Pairs of numbers are for dark, light.
 */
export function deriveColours(input: ThemeColourInput, scheme: "light" | "dark"): ThemeColours {
  const background = parseColour(input.background) ?? (parseColour(BACKGROUND[scheme]) as Oklch);
  const [lightness, chroma, hue] = background;
  const dark = lightness < 0.45;
  const two = (onDark: number, onLight: number): number => (dark ? onDark : onLight);
  const tint = Math.min(chroma, 0.03);
  const at = (base: Oklch, by: number, c = base[1]): Rgb => toRgb([base[0] + by, c, base[2]]);

  const bg = toRgb(background);
  const bgDark = contrast(WHITE, bg) > contrast(BLACK, bg);
  const base = surfaceOf(background, dark);
  const surface = toRgb(base);
  const subtle = at(base, two(0.025, -0.025));
  const hover = at(base, two(0.045, -0.045));
  const cards = [surface, subtle, hover];
  const fg = solve([two(0.93, 0.21), tint / 2, hue], dark, cards, 10);
  const muted = solve([two(0.7, 0.53), tint, hue], dark, cards, two(6.5, 4.6));

  const accent = parseColour(input.accent) ?? ACCENT;
  const [al, ac, ah] = accent;
  const fill = toRgb(accent);
  const label = contrast(WHITE, fill) >= 4.5 ? WHITE : BLACK;
  const ringFrom = (onDark: boolean): Oklch => [onDark ? Math.max(al, 0.7) : Math.min(al, 0.55), ac, ah];

  const roles: Record<string, Rgb> = {
    bg,
    surface,
    subtle,
    hover,
    line: at(base, two(0.09, -0.075), tint),
    fg,
    muted,
    faint: solve([0.6, tint, hue], dark, cards, 3),
    control: solve([two(0.5, 0.72), tint, hue], dark, [surface, subtle], 3),
    "fg-on-bg": solve([bgDark ? 0.93 : 0.21, tint / 2, hue], bgDark, [bg], 7),
    "muted-on-bg": solve([bgDark ? 0.72 : 0.5, tint, hue], bgDark, [bg], 4.5),
    accent: fill,
    "on-accent": label,
    "accent-line": contrast(fill, surface) >= 3 ? fill : solve(accent, dark, [surface], 3),
    "accent-hover": toRgb(hoverOf(accent, label)),
    "accent-text": solve([dark ? Math.max(al, 0.7) : Math.min(al, 0.5), ac, ah], dark, cards, two(5.5, 4.6)),
    "accent-soft": softAccent(base, accent, fg, muted),
    ring: solve(ringFrom(dark), dark, cards, 3),
    "ring-on-bg": solve(ringFrom(bgDark), bgDark, [bg], 3),
  };
  for (const [name, [c, h]] of Object.entries(MEANINGS)) {
    const soft = toRgb(dark ? [base[0] + 0.06, 0.05, h] : [0.96, 0.03, h]);
    roles[`${name}-soft`] = soft;
    roles[name] = solve([two(0.74, 0.52), c, h], dark, [...cards, soft], two(5.5, 4.6));
  }
  seriesOf(SERIES[dark ? "dark" : "light"], parseColour(input.accent)).forEach((own, i) => {
    roles[`c${i + 1}`] = solve(parseColour(input.series?.[i]) ?? own, dark, [surface], 3);
  });
  return Object.fromEntries(Object.entries(roles).map(([role, rgb]) => [role, toHex(rgb)]));
}

/** Whether cards on this background are dark: decides `color-scheme`, regardless of the theme's name. */
export function isDarkInterior(background: unknown, scheme: "light" | "dark"): boolean {
  return (parseColour(background)?.[0] ?? (scheme === "dark" ? 0 : 1)) < 0.45;
}
