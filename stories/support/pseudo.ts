import type { ReferralsMessage } from "../../src/contract/embed.ts";
import en from "../../src/locales/en.ts";
import type { Catalogue } from "../../src/locales/load-locale.ts";

const accents: Readonly<Record<string, string>> = {
  a: "á",
  e: "ë",
  i: "ï",
  o: "ø",
  u: "ü",
  c: "ç",
  n: "ñ",
  y: "ý",
  A: "Å",
  E: "É",
};

/** English, accented, 40 % longer and in brackets: what is not translated, cut or glued together shows at once. */
export const pseudoCatalogue: Catalogue = Object.fromEntries(
  Object.entries(en).map(([key, message]) => [key, pseudo(message)]),
);

function pseudo(message: ReferralsMessage): ReferralsMessage {
  if (typeof message === "string") return lengthen(message);
  return Object.fromEntries(
    Object.entries(message).map(([category, text]) => [category, lengthen(text)]),
  ) as unknown as ReferralsMessage;
}

function lengthen(text: string): string {
  const accented = text.replace(/\{\w+\}|[a-zA-Z]/g, (part) => accents[part] ?? part);
  return `[${accented}${"·".repeat(Math.ceil(text.length * 0.4))}]`;
}
