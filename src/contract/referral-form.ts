/** Types of a referral form field (specification, Referral form field). */
export const formFieldTypes = [
  "text",
  "textarea",
  "select",
  "multiSelect",
  "country",
  "date",
  "number",
  "phone",
] as const;
/** Type of a referral form field. */
export type FormFieldType = (typeof formFieldTypes)[number];

/** What was entered, keyed by field `key`; `multiSelect` holds a list, `number` a number. */
export type FormValues = Record<string, string | number | string[] | null>;
