import { parseColour } from "./colour.ts";
import { deriveColours, type ThemeColours } from "./derive-colours.ts";

/** A palette for light and one for dark dashboards. */
export type BrandColours = Record<"light" | "dark", ThemeColours>;

/**
 * What a program's colour changes in both palettes: the accent, and what follows it, with the contrast that a host's accent gets.
 * @returns `null` for a colour that cannot be read
 */
export function brandColours(brandColor: string | null): BrandColours | null {
  if (!parseColour(brandColor)) return null;
  return { light: changedBy(brandColor, "light"), dark: changedBy(brandColor, "dark") };
}

function changedBy(accent: unknown, scheme: "light" | "dark"): ThemeColours {
  const usual = deriveColours({}, scheme);
  const own = deriveColours({ accent }, scheme);
  return Object.fromEntries(Object.entries(own).filter(([role, colour]) => colour !== usual[role]));
}
