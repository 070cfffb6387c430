import { useQuery } from "@tanstack/react-query";
import { useState, type ReactElement } from "react";
import { ReferralsError } from "../../../contract/errors.ts";
import type { Payout, PayoutStatus } from "../../../contract/records.ts";
import { Button } from "../../../dashboard/ui/Button.tsx";
import { Card } from "../../../dashboard/ui/Card.tsx";
import { Select } from "../../../dashboard/ui/Select.tsx";
import { Skeleton } from "../../../dashboard/ui/Skeleton.tsx";
import { Strip } from "../../../dashboard/ui/Strip.tsx";
import { addressOf } from "../../address.ts";
import { allOf, newKey, write } from "../../call.ts";
import { useConsole } from "../../context.ts";
import { problemOf, useAct } from "../../data.ts";
import { Link } from "../../parts/Link.tsx";
import { count, grouped } from "../../parts/words.ts";
import { isInAnothersFile, type KeptRun } from "./kept-run.ts";
import {
  atOnce,
  formats,
  isInEarlierFile,
  ofFile,
  partsOf,
  saveFile,
  type FileFormat,
  type FilePart,
} from "./payout-file.ts";
import { payoutsNow } from "./payouts-now.ts";
import { Sum } from "./Sum.tsx";

/** Props of {@link Paying}. */
export interface PayingProps {
  /** The payouts that were confirmed. */
  ids: readonly string[];
  run: KeptRun;
  onChange: (run: KeptRun) => void;
}

/** The last steps of a run: its file, and what became of its payouts. */
export function Paying(props: PayingProps): ReactElement {
  const { ids, run } = props;
  const payouts = useQuery({
    queryKey: ["payouts of a run", ids],
    queryFn: ({ signal }) => payoutsNow(ids, signal),
  });
  if (!payouts.data)
    return payouts.error ? <Strip>{problemOf(payouts.error)}</Strip> : <Skeleton shape="row" count={2} />;
  const step = { ...props, payouts: payouts.data };
  return (
    <>
      <HandOver {...step} />
      {run.filed && <Settle {...step} />}
    </>
  );
}

interface StepProps extends PayingProps {
  payouts: readonly Payout[];
}

const isIn =
  (...statuses: readonly PayoutStatus[]) =>
  ({ status }: Payout): boolean =>
    statuses.includes(status);
/** One in no file was not paid by any, and must not be recorded as paid. */
const isInFile = isIn("processed");
const isGone = isIn("canceled", "failed");
const isPaid = isIn("sent", "completed");
/** What the run has recorded as paid, also where the answer to that was lost. */
function settledOf(
  { settled = [], settling = [] }: KeptRun,
  payouts: readonly Payout[],
): NonNullable<KeptRun["settled"]> {
  const known = new Set(settled.map(({ id }) => id));
  const since = payouts.filter((payout) => isPaid(payout) && settling.includes(payout.id) && !known.has(payout.id));
  return [...settled, ...since.map(({ id, amount, currency }) => ({ id, amount, currency }))];
}

/** Payouts of partners who are banned by now. */
function useBanned(payouts: readonly Payout[]): Payout[] {
  const { data = [] } = useQuery({
    queryKey: ["banned partners"],
    queryFn: ({ signal }) => allOf("partners.list", { status: "banned", total: false }, { signal }),
    enabled: payouts.length > 0,
  });
  const banned = new Set(data.map(({ id }) => id));
  return payouts.filter(({ partner }) => banned.has(partner.id));
}

const namesOf = (payouts: readonly Payout[]): string =>
  payouts.map(({ partner }) => partner.name ?? partner.id).join(", ");

function HandOver({ ids, payouts, run, onChange }: StepProps): ReactElement {
  const act = useAct();
  const [format, setFormat] = useState<FileFormat>("csv");
  const { saved = [], filed = [], saving } = run;
  const asked = new Set(saving?.parts.flatMap(({ payoutIds }) => payoutIds));
  const isAnothersFile = isInAnothersFile(run);
  const isAnothers = (payout: Payout): boolean => isAnothersFile(payout) && !asked.has(payout.id);
  const toFile = (all: readonly Payout[]): Payout[] =>
    ofFile(
      all.filter((payout) => !isAnothers(payout)),
      format,
      saved,
    );
  const toSave = saving ? payouts.filter(({ id }) => asked.has(id)) : toFile(payouts);
  const anothers = payouts.filter(isAnothers);
  const recorded = new Set(settledOf(run, payouts).map(({ id }) => id));
  const paid = payouts.filter((payout) => isPaid(payout) && !recorded.has(payout.id));
  const gone = payouts.filter(isGone);
  const banned = useBanned(payouts.filter(isIn("processing", "processed")));
  const fileNow = async (): Promise<NonNullable<KeptRun["saving"]>> => {
    const parts = partsOf(toFile(await payoutsNow(ids)));
    if (parts.length === 0)
      throw new Error("There is nothing to pay by such a file: they are paid, canceled, or paid by another file.");
    return { format, parts };
  };
  const save = (): void =>
    void act.run(async () => {
      const file = saving ?? (await fileNow());
      let next = run;
      const change = (to: Partial<KeptRun>): void => onChange((next = { ...next, ...to }));
      const answered = new Set<FilePart>();
      change({ saving: file });
      try {
        await saveFile(file.parts, file.format, (part) => {
          answered.add(part);
          // What was answered is in the file by now: a further try asks for it again.
          const parts = file.parts.map((each) => (answered.has(each) ? { ...each, again: true, key: newKey() } : each));
          change({
            saving: { ...file, parts },
            filed: [...new Set([...(next.filed ?? []), ...part.payoutIds])],
          });
        });
      } catch (error) {
        // Refused, so that it is in no file of ours; after a lost answer it may be.
        if (error instanceof ReferralsError && error.status < 500) change({ saving: undefined });
        throw error;
      }
      change({ saving: undefined, saved: [...new Set([...saved, file.format])] });
    });
  return (
    <Card title={<span className="con-step-title">Hand over</span>}>
      <div className="rf-stack rf-stack-12">
        {act.problem && <Strip>{act.problem}</Strip>}
        {toSave.length === 0 ? (
          <p className="rf-muted">No payout that is still to be paid is in a file of this format.</p>
        ) : (
          <p className="rf-muted">
            A file of {toSave.length === 1 ? "this payout" : `these ${count(toSave.length, "payout")}`} and no others,
            for your bank or provider: <Sum of={toSave} />. Pay by it there. PayPal and Wise take only those that are
            paid in their way: save the others in another format.
          </p>
        )}
        {saving && !act.isBusy && (
          <Strip tone="warning">
            Saving this file was interrupted. Save it again: it has the same payouts, and nobody is in two files by it.
          </Strip>
        )}
        <LeftOut payouts={gone} filed={filed} because="canceled or failed since" />
        {banned.length > 0 && (
          <Strip tone="warning">
            {count(banned.length, "payout")}, <Sum of={banned} />, of partners who are banned by now: {namesOf(banned)}.
            A ban leaves what is confirmed to you: mark it as not paid under{" "}
            <Link href={addressOf("money", { view: "payouts" })}>Payouts</Link>, unless it is to be paid.
          </Strip>
        )}
        <LeftOut payouts={paid} filed={filed} because="sent or paid outside this run" />
        {anothers.length > 0 && (
          <Strip
            tone="warning"
            action={
              <Button mini onClick={() => onChange({ ...run, filed: [...filed, ...anothers.map(({ id }) => id)] })}>
                Take over
              </Button>
            }
          >
            {count(anothers.length, "payout")}, <Sum of={anothers} />, in a file that was not saved in this run:{" "}
            {namesOf(anothers)}. Somebody else may be paying by it, so they are left out here. Ask first, then take them
            over: to record them as paid, or to save them again.
          </Strip>
        )}
        {toSave.length > 0 && isInEarlierFile(saving?.format ?? format, saved) && (
          <Strip tone="warning">They stand in a file that you saved before, too. Pay each of them by one file.</Strip>
        )}
        <div className="rf-row">
          <Select
            aria-label="Format"
            small
            value={saving?.format ?? format}
            options={formats}
            disabled={saving !== undefined}
            onChange={({ currentTarget }) => setFormat(currentTarget.value as FileFormat)}
          />
          <Button variant={run.saved ? "default" : "primary"} icon="download" aria-disabled={act.isBusy} onClick={save}>
            {run.saved ? "Save it again" : "Save the file"}
          </Button>
        </div>
      </div>
    </Card>
  );
}

interface LeftOutProps {
  payouts: readonly Payout[];
  /** Those in files that the run saved. */
  filed: readonly string[];
  because: string;
}

/** Payouts that are not to be paid by the run any more; whoever has a file with them must not pay them by it. */
function LeftOut({ payouts, filed, because }: LeftOutProps): ReactElement {
  const isFiled = ({ id }: Payout): boolean => filed.includes(id);
  const inNone = payouts.filter((payout) => !isFiled(payout));
  const inFile = payouts.filter(isFiled);
  return (
    <>
      {inNone.length > 0 && (
        <p className="rf-muted">
          {count(inNone.length, "payout")}, <Sum of={inNone} />, {because}: {namesOf(inNone)}. They are in no file of
          this run.
        </p>
      )}
      {inFile.length > 0 && (
        <Strip tone="warning">
          {count(inFile.length, "payout")}, <Sum of={inFile} />, {because}: {namesOf(inFile)}. The file that you saved
          before has them still: do not pay them by it.
        </Strip>
      )}
    </>
  );
}

function Settle({ ids, payouts, run, onChange }: StepProps): ReactElement {
  const { words } = useConsole();
  const act = useAct();
  const [reference, setReference] = useState("");
  const isAnothers = isInAnothersFile(run);
  const isOwn = (payout: Payout): boolean => isInFile(payout) && !isAnothers(payout);
  const inFile = payouts.filter(isOwn);
  const inNone = payouts.filter(isIn("processing"));
  const settled = settledOf(run, payouts);
  const settle = (): void =>
    void act.run(async () => {
      const now = await payoutsNow(ids);
      const open = now.filter(isOwn);
      const done = settledOf(run, now);
      const refused: { id: string; reason: string }[] = [];
      for (let from = 0; from < open.length; from += atOnce) {
        const part = open.slice(from, from + atOnce);
        const payouts = part.map(({ id }) => ({
          id,
          status: "completed" as const,
          ...(reference.trim() && { reference: reference.trim() }),
        }));
        onChange({ ...run, settled: [...done], settling: part.map(({ id }) => id) });
        const answer = await write("payouts.settle", { body: { payouts } });
        refused.push(...answer.refused);
        const bad = new Set(answer.refused.map(({ id }) => id));
        done.push(
          ...part.filter(({ id }) => !bad.has(id)).map(({ id, amount, currency }) => ({ id, amount, currency })),
        );
        // After each portion: a lost connection must not hide what is recorded.
        onChange({ ...run, settled: [...done], settling: [] });
      }
      if (refused.length > 0) throw new Error(refused.map(({ reason }) => reason).join(" "));
    });
  return (
    <Card title={<span className="con-step-title">Settle</span>} flush>
      {act.problem && <Strip>{act.problem}</Strip>}
      {settled.length > 0 && (
        <p className="con-total" role="status">
          <span>{count(settled.length, "payout")} paid</span>
          <span>
            <Sum of={settled} />
          </span>
        </p>
      )}
      {inNone.length > 0 && (
        <p className="con-pad rf-muted">
          {count(inNone.length, "payout")}, <Sum of={inNone} />, in no file yet:{" "}
          {[...grouped(inNone, ({ method }) => (method ? words.method[method] : "no method")).keys()].join(", ")}. Save
          a file for them above; until then they are not recorded as paid.
        </p>
      )}
      {inFile.length > 0 && (
        <div className="con-pad rf-stack rf-stack-12">
          <p className="rf-muted">
            Once the money is sent: records it, and tells partners. One that failed is marked under{" "}
            <Link href={addressOf("money", { view: "payouts", status: "processed" })}>Payouts</Link> first.
          </p>
          <label className="rf-field">
            <span className="rf-field-label">Reference of the transfer, if there is one</span>
            <input
              className="rf-input"
              value={reference}
              onInput={({ currentTarget }) => setReference(currentTarget.value)}
            />
          </label>
          <div>
            <Button variant="primary" aria-disabled={act.isBusy} onClick={settle}>
              {act.isBusy ? "Recording…" : `Record ${count(inFile.length, "payout")} as paid`}
            </Button>
          </div>
        </div>
      )}
    </Card>
  );
}
