import { ReferralsError, type FormField, type ReferralForm } from "referrals-embed/contract";
import { longestText } from "referrals-embed/rules";
import { patternProblem } from "./pattern.ts";

/**
 * Checks what a form's schema cannot express: keys, positions and option values are unique; patterns run on a linear-time engine (no
 * backreference, no look-around) and are small enough for the thread that answers redirects.
 * @param path where the form stands in the body
 * @throws unprocessable_entity
 */
export function checkForm(form: ReferralForm, path: string): void {
  checkUnique(
    form.fields,
    (field) => field.key,
    (index) => `${path}.fields[${index}].key`,
  );
  checkUnique(
    form.fields,
    (field) => field.position,
    (index) => `${path}.fields[${index}].position`,
  );
  for (const [index, field] of form.fields.entries()) checkField(field, `${path}.fields[${index}]`);
}

function checkField(field: FormField, path: string): void {
  if ("options" in field) {
    checkUnique(
      field.options,
      ({ value }) => value,
      (index) => `${path}.options[${index}].value`,
    );
  }
  if (field.type !== "text" || field.constraints?.pattern === undefined) return;
  const { pattern, maxLength = longestText.text } = field.constraints;
  const problem = patternProblem(pattern, maxLength);
  if (problem) throw invalid(`${path}.constraints.pattern`, problem);
}

function checkUnique<T>(items: readonly T[], by: (item: T) => unknown, path: (index: number) => string): void {
  const values = items.map(by);
  const twice = values.findIndex((value, index) => values.indexOf(value) !== index);
  if (twice !== -1) throw invalid(path(twice), "must be unique");
}

function invalid(path: string, message: string): ReferralsError {
  return new ReferralsError("unprocessable_entity", `invalid_value: ${path}: ${message}`);
}
