import { resolveLocale, type ResolvedLocale } from "../../../src/dashboard/format/resolve-locale.ts";

/** `resolveLocale` with its candidates as arguments. */
export const localeOf = (...candidates: (string | null | undefined)[]): ResolvedLocale => resolveLocale(candidates);
