import type { FormField, FormValues } from "../../../contract/referral-form.ts";
import type { Format } from "../../format/create-format.ts";

/** What was entered as its reader would say it: an option by its label, a country by its name, a date and a number in their format. */
export function valueInWords(
  field: FormField | undefined,
  value: FormValues[string] | undefined,
  format: Pick<Format, "locale" | "region" | "number">,
): string {
  if (value === null || value === undefined || value === "") return "";
  if (Array.isArray(value)) return value.map((one) => valueInWords(field, one, format)).join(", ");
  if (typeof value === "number") return format.number(value);
  if (field && "options" in field) return field.options.find((option) => option.value === value)?.label ?? value;
  if (field?.type === "country") return format.region(value);
  // A day has no time zone: it is the same day everywhere.
  if (field?.type === "date" && !Number.isNaN(Date.parse(value)))
    return new Intl.DateTimeFormat(format.locale, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(value));
  return value;
}
