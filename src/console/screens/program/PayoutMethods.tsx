import type { ReactElement } from "react";
import type { PayoutMethodName } from "../../../contract/records.ts";
import { useConsole } from "../../context.ts";
import { Checks } from "./Checks.tsx";
import type { EditorProps } from "./ProgramForm.tsx";

const names: readonly PayoutMethodName[] = ["paypal", "bank", "stablecoin", "tremendous", "connect", "manual"];

/** Ways of payment in a text, one a word. */
export const readMethods = (value: string): PayoutMethodName[] =>
  names.filter((name) => value.split(" ").includes(name));

/** The ways of payment that partners may choose. */
export function PayoutMethods({ value, onChange }: EditorProps): ReactElement {
  const { words } = useConsole();
  return (
    <Checks
      legend="How partners are paid"
      options={names.map((name) => ({ value: name, label: words.method[name] }))}
      chosen={new Set(readMethods(value))}
      onChange={(chosen) => onChange(chosen.join(" "))}
    >
      <span className="rf-field-hint">
        Partners choose among these in their dashboard, and you can set one on their page. By arrangement: in cash, as
        credit, or in another way of your own.
      </span>
    </Checks>
  );
}
