import { useState, type ReactElement } from "react";
import type { FormField } from "../../../contract/records.ts";
import { Button } from "../../../dashboard/ui/Button.tsx";
import { Select } from "../../../dashboard/ui/Select.tsx";
import { choices, type EditorProps } from "./ProgramForm.tsx";
import { asType, type Choices, fieldTypes, formText, newField, readForm, withOptions } from "./form-fields.ts";

const types = choices(fieldTypes);

/** Props of {@link FormEditor}: by default it is the form of applicants. */
export interface FormEditorProps extends EditorProps {
  title?: string;
  /** Instead of questions. */
  empty?: string;
}

/** The questions of a form: their words, kind, choices and order. */
export function FormEditor({
  value,
  onChange,
  title = "What applicants are asked",
  empty = "Nothing. Who applies gives name and address alone.",
}: FormEditorProps): ReactElement {
  const fields = readForm(value);
  const set = (next: readonly FormField[]): void =>
    onChange(formText(next.map((field, position) => ({ ...field, position }))));
  const swap = (at: number, other: number): void => {
    const next = [...fields];
    [next[at], next[other]] = [next[other] as FormField, next[at] as FormField];
    set(next);
  };
  return (
    <div role="group" aria-label={title} className="rf-stack rf-stack-12">
      <span className="rf-field-label">{title}</span>
      {fields.length === 0 && <p className="rf-muted">{empty}</p>}
      {fields.map((field, index) => (
        <Question
          key={field.key}
          field={field}
          number={index + 1}
          onChange={(changed) => set(fields.map((other) => (other.key === field.key ? changed : other)))}
          onUp={index > 0 ? () => swap(index, index - 1) : undefined}
          onDown={index < fields.length - 1 ? () => swap(index, index + 1) : undefined}
          onRemove={() => set(fields.filter(({ key }) => key !== field.key))}
        />
      ))}
      <div>
        <Button mini icon="plus" onClick={() => set([...fields, newField(fields)])}>
          Question
        </Button>
      </div>
    </div>
  );
}

interface QuestionProps {
  field: FormField;
  number: number;
  onChange: (field: FormField) => void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove: () => void;
}

function Question({ field, number, onChange, onUp, onDown, onRemove }: QuestionProps): ReactElement {
  const { label, type, required } = field;
  return (
    <div role="group" aria-label={`Question ${number}`} className="con-question">
      <label className="rf-field">
        <span className="rf-field-label">Question {number}</span>
        <input
          className="rf-input"
          value={label}
          onInput={({ currentTarget }) => onChange({ ...field, label: currentTarget.value })}
        />
      </label>
      <div className="rf-row">
        <Select
          aria-label={`Kind of question ${number}`}
          value={type}
          options={types}
          onChange={({ currentTarget }) => onChange(asType(field, currentTarget.value as FormField["type"]))}
        />
        <label className="con-check">
          <input
            type="checkbox"
            checked={required}
            onChange={({ currentTarget }) => onChange({ ...field, required: currentTarget.checked })}
          />
          Required
        </label>
      </div>
      {"options" in field && <Options field={field} number={number} onChange={onChange} />}
      <div className="rf-row rf-end">
        {onUp && <Button mini icon="arrowUp" iconOnly aria-label={`Question ${number} up`} onClick={onUp} />}
        {onDown && <Button mini icon="arrowDown" iconOnly aria-label={`Question ${number} down`} onClick={onDown} />}
        <Button mini variant="danger" aria-label={`Remove question ${number}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </div>
  );
}

interface OptionsProps {
  field: Choices;
  number: number;
  onChange: (field: FormField) => void;
}

const linesOf = ({ options }: Choices): string => options.map(({ label }) => label).join("\n");

/** The choices, one a line. What is typed is kept as it stands, for a line that was just begun is no choice yet, until it is taken back. */
function Options({ field, number, onChange }: OptionsProps): ReactElement {
  const [typed, setTyped] = useState(() => linesOf(field));
  const lines = linesOf(withOptions(field, typed)) === linesOf(field) ? typed : linesOf(field);
  return (
    <label className="rf-field">
      <span className="rf-field-label">Choices of question {number}, one a line</span>
      <textarea
        className="rf-input"
        rows={3}
        value={lines}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          onChange(withOptions(field, currentTarget.value));
        }}
      />
      <span className="rf-field-hint">At least two.</span>
    </label>
  );
}
