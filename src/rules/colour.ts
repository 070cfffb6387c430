/** Lightness 0–1, chroma 0–0.4, hue in degrees: the space every derivation works in. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];
/** Red, green and blue as whole numbers 0–255: what is painted, and so what contrast is taken on. */
export type Rgb = readonly [red: number, green: number, blue: number];
type Triple = readonly [number, number, number];

const number = String.raw`(-?(?:\d+\.?\d*|\.\d+))`;
const call = (name: string, first: string, rest: string): RegExp =>
  new RegExp(`^${name}\\(\\s*${number}${first}(?:\\s*,\\s*|\\s+)${number}${rest}(?:\\s*,\\s*|\\s+)${number}`, "i");
const RGB = new RegExp(`${call("rgb", "", "").source}\\s*\\)$`, "i");
const HSL = new RegExp(`${call("hsl", "(?:deg)?", "%").source}%\\s*\\)$`, "i");
const OKLCH = new RegExp(`${call("oklch", "(%?)", "").source}(?:deg)?\\s*\\)$`, "i");

const clamp = (value: number, max: number): number => Math.min(max, Math.max(0, value));

/**
 * Reads `#rgb`, `#rrggbb`, `#rrggbbff`, `rgb()`, `hsl()` or `oklch()`. Anything else, names and `var()` and partial
 * alpha among it, is undefined: only numbers get through, so no option can carry CSS.
 */
export function parseColour(input: unknown): Oklch | undefined {
  const text = typeof input === "string" ? input.trim() : "";
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text.replace(/^(#.{6})ff$/i, "$1"))?.[1];
  if (hex)
    return fromRgb((hex.match(hex.length === 3 ? /./g : /../g) ?? []).map((c) => parseInt(c.padStart(2, c), 16)));
  const rgb = RGB.exec(text);
  if (rgb) return fromRgb(rgb.slice(1, 4).map((c) => clamp(Number(c), 255)));
  const hsl = HSL.exec(text);
  if (hsl) return fromRgb(hslToRgb(Number(hsl[1]), clamp(Number(hsl[2]), 100) / 100, clamp(Number(hsl[3]), 100) / 100));
  const lch = OKLCH.exec(text);
  if (!lch) return undefined;
  return [clamp(Number(lch[1]) / (lch[2] ? 100 : 1), 1), clamp(Number(lch[3]), 0.5), Number(lch[4])];
}

function hslToRgb(hue: number, saturation: number, lightness: number): number[] {
  const channel = (n: number): number => {
    const k = (((n + hue / 30) % 12) + 12) % 12;
    return lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return [channel(0) * 255, channel(8) * 255, channel(4) * 255];
}

const toLinear = (byte: number): number => {
  const c = byte / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
};
const toByte = (linear: number): number =>
  255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);

function toLab([lightness, chroma, hue]: Oklch): Triple {
  const angle = (hue * Math.PI) / 180;
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

const fromLab = ([lightness, a, b]: Triple): Oklch => [
  lightness,
  Math.hypot(a, b),
  ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
];

function fromRgb(bytes: readonly number[]): Oklch {
  const [r = 0, g = 0, b = 0] = bytes.map((c) => toLinear(Math.round(c)));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return fromLab([
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]);
}

function toLinearRgb(colour: Oklch): Triple {
  const [lightness, a, b] = toLab(colour);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const fits = (linear: Triple): boolean => linear.every((c) => c >= -0.0001 && c <= 1.0001);

/** The painted colour: chroma is reduced by bisection until it fits sRGB, then each channel is rounded. */
export function toRgb([lightness, chroma, hue]: Oklch): Rgb {
  if (lightness >= 1) return [255, 255, 255];
  if (lightness <= 0) return [0, 0, 0];
  let linear = toLinearRgb([lightness, chroma, hue]);
  if (!fits(linear)) {
    let [low, high] = [0, chroma];
    for (let i = 0; i < 16; i++) {
      const middle = (low + high) / 2;
      if (fits(toLinearRgb([lightness, middle, hue]))) low = middle;
      else high = middle;
    }
    linear = toLinearRgb([lightness, low, hue]);
  }
  const [r, g, b] = linear.map((c) => Math.round(clamp(toByte(c), 255)));
  return [r ?? 0, g ?? 0, b ?? 0];
}

/** `#rrggbb`, the only form that leaves the derivation. */
export const toHex = (rgb: Rgb): string => `#${rgb.map((c) => c.toString(16).padStart(2, "0")).join("")}`;

const luminance = ([r, g, b]: Rgb): number => 0.2126 * toLinear(r) + 0.7152 * toLinear(g) + 0.0722 * toLinear(b);

/** WCAG 2 contrast of two painted colours, 1–21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05];
  return a > b ? a / b : b / a;
}

/** Mixes `share` (0–1) of `top` into `base` in OKLab. */
export function mix(base: Oklch, top: Oklch, share: number): Oklch {
  const [from, to] = [toLab(base), toLab(top)];
  const at = (i: 0 | 1 | 2): number => from[i] + (to[i] - from[i]) * share;
  return fromLab([at(0), at(1), at(2)]);
}
