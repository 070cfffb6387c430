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
  /** Name of the field in what is sent; unique in its form. */
  key: string;
  /** The question as it is shown. */
  label: string;
  /** Whether it must be answered. */
  required: boolean;
  /** Filled by the program: shown, never asked. */
  locked: boolean;
  /** Fields are shown in this order. */
  position: number;
}

/** A choice of a select field. */
export interface FormFieldOption {
  /** The choice as it is shown. */
  label: string;
  /** What is sent for it. */
  value: string;
}

/** Limits of a text. */
interface TextConstraints {
  /** Greatest number of characters. */
  maxLength?: number;
  /** Regular expression the whole text must match. */
  pattern?: string;
}

interface FormFieldTyped<T extends FormFieldType> extends FormFieldBase {
  /** What is asked for. */
  type: T;
}

interface TextField extends FormFieldTyped<"text"> {
  /** What the text must be like. */
  constraints?: TextConstraints;
}

interface TextAreaField extends FormFieldTyped<"textarea"> {
  /** What the text must be like. */
  constraints?: Omit<TextConstraints, "pattern">;
}

interface SelectField extends FormFieldTyped<"select" | "multiSelect"> {
  /** The choices. */
  options: FormFieldOption[];
}

/** A field of a referral or application form. */
export type FormField =
  | TextField
  | TextAreaField
  | SelectField
  | FormFieldTyped<"country" | "date" | "number" | "phone">;

/** A form: at least one field. */
export interface ReferralForm {
  /** The questions. */
  fields: FormField[];
}

/** What was entered, keyed by field `key`; `multiSelect` holds a list, `number` a number. */
export type FormValues = Record<string, string | number | string[] | null>;
