import { parseColour } from "./colour.ts";
import { deriveColours, isDarkInterior } from "./derive.ts";
import type { ColourOptions, DerivedTheme, Scheme } from "./useDerivation.ts";

/** Every colour role for a host's own colours; nothing where none of them can be read (EMB-A6). */
export function themeColours(
  { background, accentColor, chartColors = [] }: ColourOptions,
  scheme: Scheme,
): DerivedTheme | undefined {
  if (![background, accentColor, ...chartColors].some((colour) => parseColour(colour))) return undefined;
  return {
    scheme: isDarkInterior(background, scheme) ? "dark" : "light",
    colours: deriveColours({ background, accent: accentColor, series: chartColors }, scheme),
  };
}
