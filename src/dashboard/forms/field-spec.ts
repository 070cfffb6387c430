import type { FormField, FormFieldOption } from "../../contract/records.ts";
import type { FormFieldType } from "../../contract/referral-form.ts";

/** What a field holds; `multiSelect` a list, `number` a number, null when nothing was entered. */
export type FieldValue = string | number | string[] | null;
/** What a form holds, by field name. */
export type FieldValues = Record<string, FieldValue>;

/** The problem of a field, as a message key and its slots. */
export interface FieldProblem {
  key: string;
  slots?: Record<string, string | number>;
}

/** One field of any of our forms. */
export interface FieldSpec {
  name: string;
  label: string;
  /** A type of the specification, or one of three of our own. Anything else is shown as plain text. */
  type: FormFieldType | "url" | "email" | "slug";
  required?: boolean;
  /** The heading above repeats the label: label and "optional" are for assistive technology only. */
  titled?: boolean;
  /** Under the label, before anything is wrong. */
  hint?: string;
  /** What to do where the service refuses a value that has the right form. */
  refused?: FieldProblem;
  /** Why the field cannot be changed; it is then shown with a lock and not sent. */
  locked?: string;
  value?: FieldValue;
  options?: readonly FormFieldOption[];
  maxLength?: number;
  /** Data from the program: the whole value must match, if the engine understands it. */
  pattern?: string;
  /** Fixed text before the input: a domain, "youtube.com/@". */
  prefix?: string;
  autoComplete?: string;
  /** Language of the label, if it is the program's and known. */
  lang?: string;
  /** Gets the focus when its dialog opens. */
  autofocus?: boolean;
}

/** A form's fields in the order in which they are shown. */
export const inOrder = (fields: readonly FormField[]): FormField[] =>
  [...fields].sort((a, b) => a.position - b.position);

/** A program's form as fields, in their order. */
export function fieldsOfForm(fields: readonly FormField[], lockedReason: string): FieldSpec[] {
  return inOrder(fields).map((field) => ({
    name: field.key,
    label: field.label,
    type: field.type,
    required: field.required,
    locked: field.locked ? lockedReason : undefined,
    options: "options" in field ? field.options : undefined,
    ...("constraints" in field ? field.constraints : {}),
  }));
}
