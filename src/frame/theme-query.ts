import type { ReferralsThemeOptions } from "../contract/theme.ts";

/** The colour grammar of design 3.1: numbers only, so nothing that passes can carry markup or CSS. */
const COLOUR = /^(#([\da-f]{3}|[\da-f]{6}(ff)?)|(rgb|hsl|oklch)\([-\d\s.,%deg]+\)|transparent)$/i;
const FONT = /^[\w\s,"'-]{1,120}$/;

const colour = (value: unknown): boolean => COLOUR.test(value as string);

/** Per option: whether a value may travel in an address (EMB-I7). Keys not named here are dropped (EMB-A6). */
const accepts: Record<keyof ReferralsThemeOptions, (value: never) => boolean> = {
  backgroundColor: (value: string | { light: string; dark: string }) =>
    colour(value) || (colour((value as { light: string }).light) && colour((value as { dark: string }).dark)),
  accentColor: colour,
  fontFamily: (value: string) => FONT.test(value),
  fontSize: Number.isFinite,
  borderRadius: Number.isFinite,
  density: (value: string) => /^com(fortable|pact)$/.test(value),
  chartColors: (value: string[]) => Array.isArray(value) && value.every(colour),
};

/** Theme options as JSON for an address; `undefined` when nothing acceptable is left. */
export function themeQuery(options: ReferralsThemeOptions | null | undefined): string | undefined {
  const kept = Object.entries(options ?? {}).filter(
    ([key, value]) => Object.hasOwn(accepts, key) && value && accepts[key as "density"](value as never),
  );
  return kept.length ? JSON.stringify(Object.fromEntries(kept)) : undefined;
}
