import { useRef, useState } from "react";
import type { FocusEvent, FormEvent, RefObject } from "react";
import { parseValidationMessage } from "../../contract/validation-issue.ts";
import { useMessages } from "../ui/messages-context.ts";
import type { FieldProblem, FieldSpec, FieldValues } from "./field-spec.ts";
import { readField, readForm } from "./read-field.ts";
import { problemOf, validateField } from "./validate-field.ts";

/** The meaning of a 409 for this form: its field, if any, and its text. */
export interface Conflict {
  field?: string;
  key: string;
}

/** What a form needs to know. */
export interface FormOptions {
  fields: readonly FieldSpec[];
  /** Sends; a rejection is sorted into field errors and alert, and nothing typed is lost. */
  onSubmit: (values: FieldValues) => Promise<unknown>;
  conflict?: Conflict;
}

/** A form's state and the handlers that drive it. */
export interface FormState {
  form: RefObject<HTMLFormElement | null>;
  /** Text by field name. */
  errors: Readonly<Record<string, string | undefined>>;
  /** The error without a field. */
  alert: string | undefined;
  sending: boolean;
  submit: (event: FormEvent) => void;
  blur: (event: FocusEvent<HTMLFormElement>) => void;
  focusField: (name: string) => void;
}

/** Validation on submit, then per field on blur; the first wrong field gets the focus. */
export function useForm({ fields, onSubmit, conflict }: FormOptions): FormState {
  const { t, locale } = useMessages();
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Record<string, FieldProblem | undefined>>({});
  const [alert, setAlert] = useState<FieldProblem>();
  const [sending, setSending] = useState(false);
  const [tried, setTried] = useState(false);

  const focusField = (name: string): void => {
    const field = form.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`);
    field?.querySelector<HTMLElement>("[data-field-control]")?.focus();
  };
  const send = async (values: FieldValues): Promise<void> => {
    setSending(true);
    setAlert(undefined);
    try {
      await onSubmit(values);
      setTried(false);
    } catch (error) {
      const sorted = serverProblem(error, fields, conflict);
      if ("alert" in sorted) return setAlert(sorted.alert);
      setProblems({ [sorted.field]: sorted.problem });
      focusField(sorted.field);
    } finally {
      setSending(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (sending || !form.current) return;
    const values = readForm(fields, new FormData(form.current), locale);
    const found = fields.map((spec) => [spec.name, validateField(spec, values[spec.name] ?? null)] as const);
    setTried(true);
    setProblems(Object.fromEntries(found));
    const wrong = found.find(([, problem]) => problem);
    if (wrong) focusField(wrong[0]);
    else void send(values);
  };
  const blur = (event: FocusEvent<HTMLFormElement>): void => {
    const box = event.target.closest<HTMLElement>("[data-field]");
    const spec = fields.find(({ name }) => name === box?.dataset.field);
    if (!tried || !spec || !form.current || box?.contains(event.relatedTarget)) return;
    const problem = validateField(spec, readField(spec, new FormData(form.current), locale));
    setProblems((before) => ({ ...before, [spec.name]: problem }));
  };
  const words = (problem: FieldProblem | undefined): string | undefined => problem && t(problem.key, problem.slots);
  const errors = Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, words(problem)]));
  return { form, errors, alert: words(alert), sending, submit, blur, focusField };
}

/** An answer sorted into the field it names, or the rest for the alert above. */
export type ServerProblem = { field: string; problem: FieldProblem } | { alert: FieldProblem };

/** The field of a path: by the whole path, else by the innermost segment that is a field's name. */
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
