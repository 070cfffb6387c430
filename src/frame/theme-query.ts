import type { ReferralsThemeOptions } from "../contract/theme.ts";

/** The colour grammar of design 3.1: numbers only, so nothing that passes can carry markup or CSS. */
const COLOUR = /^(#([\da-f]{3}|[\da-f]{6}(ff)?)|(rgb|hsl|oklch)\([-\d\s.,%deg]+\)|transparent)$/i;
/** `fontFamily` and `density`. */
const WORDS = /^[\w\s,"'-]{1,120}$/;

/** Theme options as JSON for an address (EMB-I7): a text that is neither colour nor plain words stays out. */
export function themeQuery(options: ReferralsThemeOptions | null | undefined): string | undefined {
  return JSON.stringify(options ?? undefined, (key, value: unknown) =>
    typeof value !== "string" || (/^(f|den)/.test(key) ? WORDS : COLOUR).test(value) ? value : undefined,
  );
}
