import type { FormField } from "../../../contract/records.ts";
import { newKey } from "../../call.ts";

/** A question that is answered from a list. */
export type Choices = Extract<FormField, { options: unknown }>;

/** Types of a question, as an owner chooses them. */
export const fieldTypes: Readonly<Record<FormField["type"], string>> = {
  text: "Short text",
  textarea: "Long text",
  select: "One of a list",
  multiSelect: "Several of a list",
  country: "Country",
  date: "Date",
  number: "Number",
  phone: "Phone number",
};

/** A form as the text that is edited and compared; empty where nothing is asked. */
export function formText(fields: readonly FormField[] | undefined): string {
  return fields?.length ? JSON.stringify([...fields].sort((a, b) => a.position - b.position)) : "";
}

/** The questions of such a text, in their order. */
export function readForm(text: string): FormField[] {
  const fields = text === "" ? [] : (JSON.parse(text) as FormField[]);
  return fields.map((field, position) => ({ ...field, position }));
}

/** The form of such a text as it is saved. @throws Error that names a question which cannot be asked */
export function formToSave(text: string): { fields: FormField[] } | null {
  const fields = readForm(text);
  for (const { label, ...field } of fields) {
    if (!label.trim()) throw new Error(`Question ${field.position + 1} has no words yet.`);
    if ("options" in field && field.options.length < 2) throw new Error(`“${label}” needs at least two choices.`);
  }
  return fields.length > 0 ? { fields } : null;
}

/** A new question, under a name that none has or had: what was answered under a removed one would stand beside these words. */
export function newField(fields: readonly FormField[]): FormField {
  const key = `question_${newKey().slice(0, 8)}`;
  return { key, label: "", type: "text", required: false, locked: false, position: fields.length };
}

/** The same question asked in another way; a list keeps its choices. */
export function asType(field: FormField, type: FormField["type"]): FormField {
  if (field.type === type) return field;
  const { key, label, required, locked, position } = field;
  const base = { key, label, required, locked, position };
  if (type !== "select" && type !== "multiSelect") return { ...base, type };
  return { ...base, type, options: "options" in field ? field.options : [] };
}

/** Choices from lines; one whose words stay keeps what is sent for it. */
export function withOptions(field: Choices, lines: string): Choices {
  const options = lines
    .split("\n")
    .filter((line) => line.trim())
    .map((label) => field.options.find((option) => option.label === label) ?? { label, value: label.trim() });
  return { ...field, options };
}

/** A form in words, for the difference. */
export function tellForm(text: string): string {
  return readForm(text)
    .map((field) => {
      const options = "options" in field ? `: ${field.options.map(({ label }) => label).join(", ")}` : "";
      return `${field.label} (${fieldTypes[field.type].toLowerCase()}${options}${field.required ? ", required" : ""})`;
    })
    .join("; ");
}
