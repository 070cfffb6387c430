import type { Catalogue } from "../../locales/load-locale.ts";
import { createDateFormats, type DateFormats } from "./dates.ts";
import { createNumberFormats, type NumberFormats } from "./numbers.ts";
import type { ResolvedLocale } from "../../locales/resolve-locale.ts";
import type { ReferralsMessage } from "../../contract/embed.ts";
import type { ReferralsMessageKey } from "../../locales/message-key.ts";

/** Words, numbers and dates for one reader. */
export interface Format extends NumberFormats, DateFormats {
  locale: string;
  dir: "ltr" | "rtl";
  t: Translate;
  /** A link for display: without its scheme. */
  address(url: string): string;
}

/**
 * Texts, numbers and dates for one reader.
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

/** What fills the `{name}` slots; a number is written in the reader's digits, and `count` also picks the plural. */
type MessageSlots = Record<string, string | number>;

/** Words of the catalogue with their slots filled. */
type Translate = (key: ReferralsMessageKey, slots?: MessageSlots) => string;

/** Looks words up in the catalogues given, the first that has them; an unknown key reads as itself. */
export function createTranslate(catalogues: readonly Catalogue[], locale: string): Translate {
  const rules = new Intl.PluralRules(locale);
  const digits = new Intl.NumberFormat(locale);
  return (key, slots = {}) => {
    const message = catalogues.find((catalogue) => catalogue[key] !== undefined)?.[key] ?? key;
    return choose(message, slots, rules).replace(/\{(\w+)\}/g, (slot, name: string) => {
      const value = slots[name];
      return typeof value === "number" ? digits.format(value) : (value ?? slot);
    });
  };
}

function choose(message: ReferralsMessage, slots: MessageSlots, rules: Intl.PluralRules): string {
  if (typeof message === "string") return message;
  return message[rules.select(Number(slots.count ?? 0))] ?? message.other;
}
