import { resolveLocale, type ResolvedLocale } from "../../../src/locales/resolve-locale.ts";

/** `resolveLocale` with its candidates as arguments. */
export const localeOf = (...candidates: (string | null | undefined)[]): ResolvedLocale => resolveLocale(candidates);
