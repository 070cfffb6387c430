import type { ReferralsMessage } from "../../contract/embed.ts";
import type { Catalogue } from "../../locales/load-locale.ts";
import type { ReferralsMessageKey } from "../../locales/message-key.ts";

/** What fills the `{name}` slots; a number is written in the reader's digits, and `count` also picks the plural. */
export type MessageSlots = Record<string, string | number>;

/** Words of the catalogue with their slots filled. */
export type Translate = (key: ReferralsMessageKey, slots?: MessageSlots) => string;

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
