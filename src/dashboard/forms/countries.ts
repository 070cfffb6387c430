import type { FormFieldOption } from "../../contract/records.ts";

/** ISO 3166-1 alpha-2, all 249: by first letter, the second letters there are. */
const CODES =
  "ADEFGILMOQRSTUWXZ BABDEFGHIJLMNOQRSTVWYZ CACDFGHIKLMNORUVWXYZ DEJKMOZ ECEGHRST FIJKMOR GABDEFGHILMNPQRSTUWY HKMNRTU " +
  "IDELMNOQRST JEMOP KEGHIMNPRWYZ LABCIKRSTUVY MACDEFGHKLMNOPQRSTUVWXYZ NACEFGILOPRUZ OM PAEFGHKLMNRSTWY QA REOSUW " +
  "SABCDEGHIJKLMNORSTVXYZ TCDFGHJKLMNORTVWZ UAGMSYZ VACEGINU WFS YET ZAMW";

/** Two-letter codes of all countries. */
export const countryCodes: readonly string[] = /* @__PURE__ */ CODES.split(" ").flatMap(([first = "", ...seconds]) =>
  seconds.map((second) => first + second),
);

const lists = new Map<string, readonly FormFieldOption[]>();

/** Countries by their name in a language, in that language's order. */
export function countryOptions(locale: string): readonly FormFieldOption[] {
  const known = lists.get(locale);
  if (known) return known;
  const names = new Intl.DisplayNames(locale, { type: "region" });
  const { compare } = new Intl.Collator(locale);
  const list = countryCodes.map((value) => ({ value, label: names.of(value) ?? value }));
  list.sort((a, b) => compare(a.label, b.label));
  lists.set(locale, list);
  return list;
}
