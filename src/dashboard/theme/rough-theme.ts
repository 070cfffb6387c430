import type { Derive } from "./theme-colours.ts";

/** The colour forms of design 3.1: nothing in them can carry CSS. */
const COLOUR = /^(?:#([\da-f]{3}|[\da-f]{6})(?:ff)?|(rgb|hsl|oklch)\([-\d\s.,%deg]+\))$/i;
/** Lightness below which cards are dark (design 3.1, polarity), and the luminance of a grey of that lightness: its cube. */
const DARK = 0.45;

/**
 * What a skeleton shows of a host's colours until they are worked out, on a server too: the background, and roughly whether
 * it is dark. Nothing with words in it is shown before the exact colours are known.
 */
export const roughTheme: Derive = ({ background = "" }) => {
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
