import type { ReactElement } from "react";
import type { PayoutMethodName } from "../../../contract/records.ts";
import { methodWords } from "../../parts/words.ts";
import type { EditorProps } from "./ProgramForm.tsx";

const names = Object.keys(methodWords) as PayoutMethodName[];

/** Ways of payment in a text, one a word. */
export const readMethods = (value: string): PayoutMethodName[] =>
  names.filter((name) => value.split(" ").includes(name));

/** The ways of payment that partners may choose. */
export function PayoutMethods({ value, onChange }: EditorProps): ReactElement {
  const chosen = readMethods(value);
  const toggle = (name: PayoutMethodName): void =>
    onChange(names.filter((one) => chosen.includes(one) !== (one === name)).join(" "));
  return (
    <fieldset className="rf-stack rf-stack-12">
      <legend className="rf-field-label">How partners are paid</legend>
      {names.map((name) => (
        <label key={name} className="con-check">
          <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />
          {methodWords[name]}
        </label>
      ))}
      <span className="rf-field-hint">
        Partners choose among these in their dashboard, and you can set one on their page. By arrangement: in cash, as
        credit, or in another way of your own.
      </span>
    </fieldset>
  );
}
