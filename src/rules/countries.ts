/** ISO 3166-1 alpha-2, all 249: by first letter, the second letters there are. */
const letters =
  "ADEFGILMOQRSTUWXZ BABDEFGHIJLMNOQRSTVWYZ CACDFGHIKLMNORUVWXYZ DEJKMOZ ECEGHRST FIJKMOR GABDEFGHILMNPQRSTUWY HKMNRTU " +
  "IDELMNOQRST JEMOP KEGHIMNPRWYZ LABCIKRSTUVY MACDEFGHKLMNOPQRSTUVWXYZ NACEFGILOPRUZ OM PAEFGHKLMNRSTWY QA REOSUW " +
  "SABCDEGHIJKLMNORSTVXYZ TCDFGHJKLMNORTVWZ UAGMSYZ VACEGINU WFS YET ZAMW";

/** Two-letter codes of all countries. */
export const countryCodes: ReadonlySet<string> = /* @__PURE__ */ new Set(
  letters.split(" ").flatMap(([first = "", ...seconds]) => seconds.map((second) => first + second)),
);

/** The ISO 3166-1 alpha-2 code of a text in any letter case, in upper case; `undefined` when there is none. */
export function countryCode(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  return countryCodes.has(code) ? code : undefined;
}
