import type { FrameConfig } from "../frame/protocol.ts";

/** The colour forms of design 3.1. */
const COLOUR = /^(#[\da-f]{3,8}|(rgb|hsl|oklch)\([-\d\s.,%deg]+\))$/i;
/** Lightness below which cards are dark (design 3.1, polarity), of the colour's luminance: .45 cubed. */
const DARK_BELOW = 0.091;

/**
 * Paints the page before the dashboard renders: language, the document's `color-scheme`, which follows the theme alone, as
 * the frame element's does on the other side, and the background asked for, with the polarity it calls for. The
 * dashboard derives every colour exactly; this only keeps another one from being seen before.
 */
export function paintPage({ theme = "light", locale, themeOptions }: FrameConfig): void {
  const { dataset } = document.documentElement;
  dataset.theme = theme;
  // Without an option the browser's languages decide; the `en` of the markup would come before them.
  document.documentElement.lang = locale ?? navigator.language;
  const isDark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  const given = themeOptions?.backgroundColor;
  const colour = given && typeof given === "object" ? given[isDark ? "dark" : "light"] : given;
  for (const root of document.querySelectorAll<HTMLElement>("[data-skeleton] > .rf-root")) {
    root.dataset.scheme = theme;
    if (colour === "transparent") root.dataset.bg = "none";
    if (typeof colour !== "string" || !COLOUR.test(colour)) continue;
    root.style.setProperty("--rf-bg", colour);
    root.dataset.scheme = isDarkColour(root, colour) ? "dark" : "light";
  }
}

/** Reads the colour back from the browser: `rgb(…)` of 0 to 255, or `oklch(…)`, whose first number is the lightness. */
function isDarkColour(root: HTMLElement, colour: string): boolean {
  root.style.color = colour;
  const [first = 1, ...rest] = (getComputedStyle(root).color.match(/[\d.]+/g) ?? []).map(Number);
  root.style.color = "";
  if (/^oklch/i.test(colour)) return first < 0.45;
  const [r, g, b] = [first, ...rest].map((channel) => (channel / 255) ** 2.2);
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b! < DARK_BELOW;
}
