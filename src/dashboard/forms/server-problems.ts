import { parseValidationMessage } from "../../contract/validation-issue.ts";
import type { FieldSpec } from "./field-spec.ts";
import { problemOf, type FieldProblem } from "./validate-field.ts";

/** What a 409 means for this form: which field, if one, and in whose words. */
export interface Conflict {
  field?: string;
  key: string;
}

/** An answer sorted into the field it names, or the rest for the alert above. */
export type ServerProblem = { field: string; problem: FieldProblem } | { alert: FieldProblem };

/** The field a path means: by its own path, else by the innermost step that is a field's name. */
function fieldAt(path: string, fields: readonly FieldSpec[]): FieldSpec | undefined {
  const steps = path.split(/[.[\]"]+/).filter(Boolean);
  return steps
    .reverse()
    .map((step) => fields.find((spec) => spec.name === step))
    .find(Boolean);
}

/** Sorts a failed answer: 422 by the path in its message, 409 as the form says, in our own words. */
export function serverProblem(error: unknown, fields: readonly FieldSpec[], conflict?: Conflict): ServerProblem {
  const { code, message = "" } = (error ?? {}) as { code?: string; message?: string };
  if (code === "conflict" && conflict) {
    const problem = { key: conflict.key };
    return conflict.field ? { field: conflict.field, problem } : { alert: problem };
  }
  const issue = code === "unprocessable_entity" ? parseValidationMessage(message) : undefined;
  const spec = issue && fieldAt(issue.path, fields);
  if (issue && spec && !spec.locked) return { field: spec.name, problem: problemOf(issue.issue, spec) };
  return { alert: { key: code === "network" && !navigator.onLine ? "form.offline" : "failed.action" } };
}
