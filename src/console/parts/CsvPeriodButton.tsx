import { useState, type FormEvent, type ReactElement } from "react";
import { Button } from "../../dashboard/ui/Button.tsx";
import { Dialog } from "../../dashboard/ui/Dialog.tsx";
import { Strip } from "../../dashboard/ui/Strip.tsx";
import { useConsole } from "../context.ts";
import { useAct, useRead } from "../data.ts";
import { AnswerField } from "./Ask.tsx";
import { saveCsv, type CsvButtonProps } from "./CsvButton.tsx";
import { daysOf, periodsIn, todayIn, type Days, type Period } from "./periods.ts";

/** Props of {@link CsvPeriodButton}. */
export interface CsvPeriodButtonProps extends CsvButtonProps {
  /** Of the dialog. */
  title: string;
  /** On which day an item counts, as a sentence. */
  counts: string;
  label: string;
}

/** Asks for which period, then saves a list as a CSV file. */
export function CsvPeriodButton({ label, ...list }: CsvPeriodButtonProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="download" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <AskPeriod {...list} onClose={() => setOpen(false)} />}
    </>
  );
}

function AskPeriod({
  title,
  counts,
  onClose,
  ...list
}: Omit<CsvPeriodButtonProps, "label"> & { onClose: () => void }): ReactElement {
  const { format } = useConsole();
  const act = useAct();
  const program = useRead("program.get", {});
  const [period, setPeriod] = useState<Period>("lastMonth");
  const [typed, setTyped] = useState<Days>({});
  const timezone = program.data?.timezone ?? "UTC";
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const days = period === "days" ? typed : daysOf(period, todayIn(timezone, Date.now()));
    const file = [list.file, days.start, days.end].filter(Boolean).join("-");
    const query = { ...list.query, ...days, ...(days.start && { timezone }) };
    void act.run(() => saveCsv({ ...list, query, file })).then((done) => done && onClose());
  };
  const field = (name: keyof Days, label: string): ReactElement => (
    <AnswerField
      question={{ name, label, kind: "date", required: true }}
      value={typed[name] ?? ""}
      onChange={(value) => setTyped((before) => ({ ...before, [name]: value }))}
    />
  );
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="rf-stack rf-stack-12" onSubmit={submit}>
        <AnswerField
          question={{ name: "period", label: format.t("payouts.period"), kind: periodsIn(format) }}
          value={period}
          onChange={(value) => setPeriod(value as Period)}
        />
        {period === "days" && (
          <div className="con-days">
            {field("start", "From")}
            {field("end", "To, this day included")}
          </div>
        )}
        <p className="rf-muted rf-small">
          {counts} Days begin in {timezone === "UTC" ? "UTC" : `${timezone}, the program's time zone`}. Amounts have the
          decimals of their currency.
        </p>
        {act.problem && <Strip>{act.problem}</Strip>}
        <div className="rf-row rf-end">
          <Button onClick={onClose}>{format.t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" icon="download" aria-disabled={act.isBusy || !program.data}>
            {act.isBusy ? "Writing…" : "Save the file"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
