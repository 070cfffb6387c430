import type { ReferralsThemeOptions } from "../../contract/theme.ts";
import { parseColour } from "../../rules/colour.ts";
import { deriveColours, isDarkInterior, type ThemeColours } from "../../rules/derive-colours.ts";

/** One of the two palettes. */
export type Scheme = "light" | "dark";

/** What a host may colour, with the background of the scheme in use. */
export interface ColourOptions extends Pick<ReferralsThemeOptions, "accentColor" | "chartColors"> {
  background?: string | undefined;
}

/** A host's colours, worked out. */
export interface DerivedTheme {
  /** Polarity of the cards, regardless of the theme's name. */
  scheme: Scheme;
  colours: ThemeColours;
}

/** Works a host's colours out: `themeColours`. */
export type Derive = (options: ColourOptions, scheme: Scheme) => DerivedTheme | undefined;

/** Every colour role for a host's own colours; nothing where none of them can be read. */
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
