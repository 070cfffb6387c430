import type { FormFieldOption } from "../../contract/records.ts";
import { countryCodes } from "../../rules/countries.ts";

const lists = new Map<string, readonly FormFieldOption[]>();

/** Countries by their name in a language, in that language's order. */
export function countryOptions(locale: string): readonly FormFieldOption[] {
  const known = lists.get(locale);
  if (known) return known;
  const names = new Intl.DisplayNames(locale, { type: "region" });
  const { compare } = new Intl.Collator(locale);
  const list = [...countryCodes].map((value) => ({ value, label: names.of(value) ?? value }));
  list.sort((a, b) => compare(a.label, b.label));
  lists.set(locale, list);
  return list;
}
