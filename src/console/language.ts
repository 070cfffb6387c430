import { createFormat, type Format } from "../dashboard/format/create-format.ts";
import { deviceTimeZone } from "../http/device-time-zone.ts";
import en from "../locales/en.ts";
import { loadLocale, nearestPack, packs } from "../locales/load-locale.ts";
import { resolveLocale } from "../locales/resolve-locale.ts";

/** Where the browser keeps which language was chosen. */
const place = "console-language";

/** The languages to choose from, each by its own name. */
export const languages: readonly { value: string; label: string }[] = Object.keys(packs).map((value) => ({
  value,
  label: new Intl.DisplayNames(value, { type: "language" }).of(value) ?? value,
}));

/** The language that was chosen; none where the browser's own counts, or storage is refused. */
export function chosenLanguage(): string | null {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

/** Keeps a choice for the next visits. */
export function keepLanguage(language: string): void {
  try {
    localStorage.setItem(place, language);
  } catch {
    // Storage is refused: the choice holds until the page is left.
  }
}

/**
 * Words and formats in a language that was chosen, as its regions of the browser write it; without a choice in the first of the browser's
 * languages that the dashboard speaks. A language that does not load leaves its words English.
 */
export async function formatIn(chosen: string | null): Promise<Format> {
  const ofBrowser = navigator.languages.filter((tag) => chosen === null || nearestPack(tag) === chosen);
  const locale = resolveLocale([...ofBrowser, chosen]);
  const words = locale.pack === "en" ? en : await loadLocale(locale.pack).catch(() => en);
  // The screens run from left to right in every language: most of their words are English.
  return createFormat({ ...locale, dir: "ltr" }, [words, en], deviceTimeZone());
}
