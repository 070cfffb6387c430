import type { Catalogue } from "../../locales/load-locale.ts";
import { createDateFormats, type DateFormats } from "./dates.ts";
import { createTranslate, type Translate } from "./messages.ts";
import { createNumberFormats, type NumberFormats } from "./numbers.ts";
import type { ResolvedLocale } from "../../locales/resolve-locale.ts";

/** Words, numbers and dates for one reader. */
export interface Format extends NumberFormats, DateFormats {
  locale: string;
  dir: "ltr" | "rtl";
  t: Translate;
  /** A link as it is said: without its scheme. */
  address(url: string): string;
}

/**
 * Everything a panel needs to speak to its reader.
 * @param catalogues the host's words, the language's: the first that has a message wins
 * @param timeZone the zone requests carry
 */
export function createFormat(locale: ResolvedLocale, catalogues: readonly Catalogue[], timeZone: string): Format {
  return {
    locale: locale.tag,
    dir: locale.dir,
    address: (url) => url.replace(/^https?:\/\//, ""),
    t: createTranslate(catalogues, locale.tag),
    ...createNumberFormats(locale.tag, locale.dir === "rtl"),
    ...createDateFormats(locale.tag, timeZone),
  };
}
