import { useEffect, useState, type FormEvent, type ReactElement, type ReactNode } from "react";
import { Button } from "../../dashboard/ui/Button.tsx";
import { Dialog } from "../../dashboard/ui/Dialog.tsx";
import { Select, type SelectOption } from "../../dashboard/ui/Select.tsx";
import { Strip } from "../../dashboard/ui/Strip.tsx";
import { forgetLostWrites } from "../call.ts";
import { useConsole } from "../context.ts";
import { useAct } from "../data.ts";

/** A value that is asked for. */
export interface Question {
  name: string;
  label: string;
  hint?: string;
  kind?: "text" | "email" | "url" | "date" | "note" | "amount" | readonly SelectOption[];
  /** Of choices: what stands for none of them. */
  prompt?: string;
  value?: string;
  /** Height of a note, in lines, and how many characters it takes. */
  rows?: number;
  maxLength?: number;
  required?: boolean;
}

/** Props of {@link Ask}. */
export interface AskProps {
  title: string;
  /** What will happen, before it does. */
  children?: ReactNode;
  questions?: readonly Question[];
  button: string;
  danger?: boolean;
  /** Its answer opens another dialog in this one's place. */
  opensNext?: boolean;
  /** Does it; the dialog closes when it is done, and says why when it is not. */
  onAnswer: (answers: Readonly<Record<string, string>>) => Promise<unknown>;
  onClose: () => void;
}

/** A dialog that asks before something is done, and does it once. */
export function Ask(props: AskProps): ReactElement {
  const { title, children, questions = [], button, danger, opensNext, onAnswer, onClose } = props;
  const { format } = useConsole();
  const act = useAct();
  useEffect(() => forgetLostWrites, []);
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(questions.map(({ name, value = "" }) => [name, value])),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void act.run(() => onAnswer(answers)).then((done) => done && !opensNext && onClose());
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="rf-stack rf-stack-12" onSubmit={submit}>
        {children}
        {questions.map((question) => (
          <AnswerField
            key={question.name}
            question={question}
            value={answers[question.name] ?? ""}
            onChange={(value) => setAnswers((before) => ({ ...before, [question.name]: value }))}
          />
        ))}
        {act.problem && <Strip>{act.problem}</Strip>}
        <div className="rf-row rf-end">
          <Button onClick={onClose}>{format.t("ui.cancel")}</Button>
          <Button type="submit" variant={danger ? "danger" : "primary"} aria-disabled={act.isBusy}>
            {act.isBusy ? "Working…" : button}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Props of {@link AnswerField}. */
export interface AnswerFieldProps {
  question: Question;
  value: string;
  onChange: (value: string) => void;
}

/** One field with its label. */
export function AnswerField({ question, value, onChange }: AnswerFieldProps): ReactElement {
  const { name, label, hint, kind = "text", prompt, rows = 3, maxLength, required } = question;
  const shared = { name, value, required, className: "rf-input" };
  return (
    <label className="rf-field">
      <span className="rf-field-label">{label}</span>
      {typeof kind !== "string" ? (
        <Select
          options={kind}
          {...(prompt !== undefined && { prompt })}
          name={name}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      ) : kind === "note" ? (
        <textarea
          {...shared}
          rows={rows}
          maxLength={maxLength}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      ) : (
        <input
          {...shared}
          type={kind === "amount" ? "text" : kind}
          inputMode={kind === "amount" ? "decimal" : undefined}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
      {hint && <span className="rf-field-hint">{hint}</span>}
    </label>
  );
}
