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

interface FormFieldBase {
  /** At least 1 character, unique in its form. */
  key: string;
  label: string;
  required: boolean;
  /** Filled by the program: shown, never asked (domain-rules F2). */
  locked: boolean;
  /** 0 or more; fields are shown in this order. */
  position: number;
}

/** A choice of a select field. */
export interface FormFieldOption {
  label: string;
  value: string;
}

/** A field of a referral or application form. */
export type FormField =
  | (FormFieldBase & { type: "text"; constraints?: { maxLength?: number; pattern?: string } })
  | (FormFieldBase & { type: "textarea"; constraints?: { maxLength?: number } })
  | (FormFieldBase & { type: "select" | "multiSelect"; options: FormFieldOption[] })
  | (FormFieldBase & { type: "country" | "date" | "number" | "phone" });

/** A form: at least one field. */
export interface ReferralForm {
  fields: FormField[];
}

/** What was entered, keyed by field `key`; `multiSelect` holds a list, `number` a number. */
export type FormValues = Record<string, string | number | string[] | null>;
