import { createFormat, type Format } from "../dashboard/format/create-format.ts";
import { loadLocale } from "../locales/load-locale.ts";
import { resolveLocale } from "../locales/resolve-locale.ts";

/** The language of a reader. */
export interface ReaderFormat {
  /** For `lang`, and the name of the words in it. */
  language: string;
  dir: "ltr" | "rtl";
  format: Format;
}

/** The dashboard's words and formats in the first language wanted that it speaks, else in English. */
export async function readerFormat(
  wanted: Iterable<string | null | undefined>,
  timeZone: string,
): Promise<ReaderFormat> {
  const resolved = resolveLocale(wanted);
  const { pack: language, dir } = resolved;
  return {
    language,
    dir,
    format: createFormat(resolved, [await loadLocale(language), await loadLocale("en")], timeZone),
  };
}
