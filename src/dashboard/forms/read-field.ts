import type { FieldSpec, FieldValue, FieldValues } from "./field-spec.ts";
import { parseNumber } from "./parse-number.ts";

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

/** Everything in the form but what is locked, which the server knows already. */
export function readForm(fields: readonly FieldSpec[], data: FormData, locale: string): FieldValues {
  const open = fields.filter((spec) => !spec.locked);
  return Object.fromEntries(open.map((spec) => [spec.name, readField(spec, data, locale)]));
}
