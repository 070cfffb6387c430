import type { FormField } from "../../../contract/records.ts";
import type { FormValues } from "../../../contract/referral-form.ts";
import type { Format } from "../../format/create-format.ts";

/** What was entered as its reader would say it: an option by its label, a country by its name, a date and a number in their format. */
export function valueInWords(
  field: FormField,
  value: FormValues[string] | undefined,
  { locale, region, number }: Pick<Format, "locale" | "region" | "number">,
): string {
  const word = (one: string | number): string => {
    if (typeof one === "number") return number(one);
    if ("options" in field) return field.options.find((option) => option.value === one)?.label ?? one;
    if (field.type === "country") return region(one);
    if (field.type !== "date" || isNaN(Date.parse(one))) return one;
    // A day has no time zone: it is the same day everywhere.
    return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(one));
  };
  return [value ?? ""].flat().map(word).join(", ");
}
