import type { FieldSpec, FieldValue, FieldValues } from "./field-spec.ts";

/**
 * What stands in a field right now; a number that cannot be read stays the text it is. An address is often typed as it is said:
 * `northlight.example/blog` means the https one. A link's ending holds no spaces.
 */
export function readField(spec: FieldSpec, data: FormData, locale: string): FieldValue {
  if (spec.type === "multiSelect") return data.getAll(spec.name).map(String);
  const text = String(data.get(spec.name) ?? "").trim();
  if (text === "") return null;
  if (spec.type === "slug") return text.replace(/\s+/g, "-");
  if (spec.type === "url") return text.replace(/^(?=[^\s:/]+\.)/, "https://");
  return spec.type === "number" ? (parseNumber(text, locale) ?? text) : text;
}

/** All values in the form except locked ones, which the server has already. */
export function readForm(fields: readonly FieldSpec[], data: FormData, locale: string): FieldValues {
  const open = fields.filter((spec) => !spec.locked);
  return Object.fromEntries(open.map((spec) => [spec.name, readField(spec, data, locale)]));
}

/** Digits and separators of a locale. */
function signsOf(locale: string): { digits: string[]; decimal: string } {
  const format = new Intl.NumberFormat(locale, { useGrouping: false, minimumFractionDigits: 1 });
  const decimal = format.formatToParts(0.5).find((part) => part.type === "decimal")?.value ?? ".";
  const single = new Intl.NumberFormat(locale, { useGrouping: false });
  return { decimal, digits: Array.from({ length: 10 }, (_, i) => single.format(i)) };
}

/**
 * Reads a number as people of the locale write it: "1.234,5" in German, Arabic digits in Arabic. A lone separator with
 * other than three digits after it is a decimal one, whichever it is. Undefined when it is no number.
 */
export function parseNumber(text: string, locale: string): number | undefined {
  const { digits, decimal } = signsOf(locale);
  const latin = [...text.trim()].map((sign) => {
    const at = digits.indexOf(sign);
    return at < 0 ? sign : String(at);
  });
  let plain = latin
    .join("")
    .replace(/[\s'’ ]/gu, "")
    .replace(/٫/g, ".")
    .replace(/٬/g, "")
    .replace(/−/g, "-");
  const lone = /^-?\d+([.,])(\d+)$/.exec(plain);
  const isDecimal = lone && (lone[1] === decimal || lone[2]?.length !== 3);
  if (isDecimal) plain = plain.replace(",", ".");
  else plain = plain.replaceAll(decimal === "," ? "." : ",", "").replace(",", ".");
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined;
}
