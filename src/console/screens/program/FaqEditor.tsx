import type { ReactElement } from "react";
import type { FaqEntry } from "../../../contract/records.ts";
import { Button } from "../../../dashboard/ui/Button.tsx";
import type { EditorProps } from "./ProgramForm.tsx";

/** Questions and answers as the text that is compared and kept; empty where there are none. */
export const faqText = (entries: readonly FaqEntry[]): string => (entries.length > 0 ? JSON.stringify(entries) : "");

/** The questions and answers of such a text. */
export const readFaq = (text: string): FaqEntry[] => (text === "" ? [] : (JSON.parse(text) as FaqEntry[]));

/** They as they are saved; null where there are none. @throws Error that names what is missing */
export function faqToSave(text: string): FaqEntry[] | null {
  const entries = readFaq(text).map(({ question, answer }) => ({ question: question.trim(), answer: answer.trim() }));
  for (const [index, { question, answer }] of entries.entries()) {
    if (!question) throw new Error(`Question ${index + 1} has no words yet.`);
    if (!answer) throw new Error(`“${question}” has no answer yet.`);
  }
  return entries.length > 0 ? entries : null;
}

/** Questions that partners read with their answers, each with as many paragraphs as it has. */
export function FaqEditor({ value, onChange }: EditorProps): ReactElement {
  const entries = readFaq(value);
  const set = (at: number, change: Partial<FaqEntry>): void =>
    onChange(faqText(entries.map((entry, index) => (index === at ? { ...entry, ...change } : entry))));
  return (
    <div role="group" aria-label="Questions and answers" className="rf-stack rf-stack-12">
      <span className="rf-field-label">Questions and answers</span>
      {entries.map(({ question, answer }, index) => (
        <div key={index} role="group" aria-label={`Entry ${index + 1}`} className="con-question">
          <label className="rf-field">
            <span className="rf-field-label">Question {index + 1}</span>
            <input
              className="rf-input"
              value={question}
              onInput={({ currentTarget }) => set(index, { question: currentTarget.value })}
            />
          </label>
          <label className="rf-field">
            <span className="rf-field-label">Its answer</span>
            <textarea
              className="rf-input"
              rows={3}
              value={answer}
              onInput={({ currentTarget }) => set(index, { answer: currentTarget.value })}
            />
          </label>
          <div className="rf-row rf-end">
            <Button
              mini
              variant="danger"
              aria-label={`Remove question ${index + 1}`}
              onClick={() => onChange(faqText(entries.filter((_, other) => other !== index)))}
            >
              Remove
            </Button>
          </div>
        </div>
      ))}
      <div>
        <Button mini icon="plus" onClick={() => onChange(faqText([...entries, { question: "", answer: "" }]))}>
          Question and answer
        </Button>
      </div>
    </div>
  );
}
