import { useQuery } from "@tanstack/react-query";
import { useState, type ReactElement } from "react";
import type { Payout, PayoutRunPartner, PayoutRunResult } from "../../../contract/records.ts";
import { Button } from "../../../dashboard/ui/Button.tsx";
import { Card } from "../../../dashboard/ui/Card.tsx";
import { downloadBlob } from "../../../dashboard/ui/download-blob.ts";
import { Select } from "../../../dashboard/ui/Select.tsx";
import { Strip } from "../../../dashboard/ui/Strip.tsx";
import { addressOf } from "../../address.ts";
import { pagesOf, write } from "../../call.ts";
import { useConsole } from "../../context.ts";
import { problemOf, useAct } from "../../data.ts";
import { Link } from "../../parts/Link.tsx";
import { count, grouped, methodWords, needWords, waitWords } from "../../parts/words.ts";
import { forgetRun, keepRun, keptRun, type KeptRun } from "./kept-run.ts";

/** As many payouts as one call takes. */
const atOnce = 1000;

/** The run in four steps. What is done is kept in this tab, so that it can be left and gone on with. */
export function Run(): ReactElement {
  const { canManage } = useConsole();
  const [run, setRun] = useState<KeptRun>(keptRun);
  const change = (next: KeptRun): void => {
    keepRun(next);
    setRun(next);
  };
  const restart = (): void => {
    forgetRun();
    setRun({});
  };
  if (!canManage) return <p className="rf-muted">Your role lets you look at payouts, not make them.</p>;
  return (
    <div className="rf-stack con-steps">
      <Collect run={run} onChange={change} />
      {run.collected && <Confirm run={run} collected={run.collected} onChange={change} />}
      {run.confirmed && run.confirmed.length > 0 && toConfirm(run).length === 0 && (
        <HandOver ids={run.confirmed} run={run} onChange={change} />
      )}
      {run.exported && run.confirmed && <Settle ids={run.confirmed} run={run} onChange={change} />}
      {run.collected && (
        <div className="rf-row rf-end">
          <Button variant="quiet" onClick={restart}>
            Begin another run
          </Button>
        </div>
      )}
    </div>
  );
}

interface StepProps {
  run: KeptRun;
  onChange: (run: KeptRun) => void;
}

const title = (text: string): ReactElement => <span className="con-step-title">{text}</span>;

/** The sums of amounts, by currency. */
function Sum({ of }: { of: readonly { amount: number; currency: string }[] }): ReactElement {
  const { format } = useConsole();
  const sums = [...grouped(of, ({ currency }) => currency)].map(([currency, rows]) =>
    format.money(
      rows.reduce((total, { amount }) => total + amount, 0),
      currency,
    ),
  );
  return <>{sums.length === 0 ? "Nothing" : sums.join(" + ")}</>;
}

function Collect({ run, onChange }: StepProps): ReactElement {
  const act = useAct();
  const { collected } = run;
  const start = (): void =>
    void act.run(async () => {
      const { partners } = await write("payouts.run", { body: {} });
      onChange({ collected: partners });
    });
  return (
    <Card title={title("Who is paid, and who waits why")} flush>
      {act.problem && <Strip>{act.problem}</Strip>}
      {collected ? (
        <WhoIsPaid partners={collected} />
      ) : (
        <div className="con-pad rf-stack rf-stack-12">
          <p className="rf-muted">
            Collects what may be paid by now into one payout for each partner. Nobody is paid by it, and it can be
            repeated.
          </p>
          <div>
            <Button variant="primary" aria-disabled={act.isBusy} onClick={start}>
              {act.isBusy ? "Collecting…" : "Collect"}
            </Button>
          </div>
        </div>
      )}
    </Card>
  );
}

/** Rows that are shown before the rest is only counted. */
const most = 100;

function WhoIsPaid({ partners }: { partners: PayoutRunResult["partners"] }): ReactElement {
  const { format } = useConsole();
  const paid = partners.filter(({ payoutId }) => payoutId !== null);
  const waiting = partners.flatMap(({ partner, currency, waiting }) =>
    waiting.map((reason) => ({ partner, currency, ...reason })),
  );
  const known = waiting.filter((row): row is typeof row & { amount: number } => row.amount !== null);
  return (
    <>
      <ul className="con-list">
        {paid.slice(0, most).map((row) => (
          <li key={row.partner.id} className="con-item">
            <span>
              <Link href={addressOf(`partners/${row.partner.id}`)}>{row.partner.name ?? row.partner.id}</Link>
              {row.needs && (
                <span className="rf-small rf-muted">
                  {" "}
                  {needWords[row.needs.reason]}
                  {row.needs.until && ` ${format.dateTime(row.needs.until)}`}
                </span>
              )}
            </span>
            <span className="rf-num">{format.money(row.amount, row.currency)}</span>
          </li>
        ))}
        {paid.length > most && <li className="con-item rf-muted">and {count(paid.length - most, "more partner")}</li>}
      </ul>
      <p className="con-total">
        <span>{count(paid.length, "payout")}</span>
        <span>
          <Sum of={paid} />
        </span>
      </p>
      {waiting.length > 0 && (
        <details className="con-pad">
          <summary>
            {count(new Set(waiting.map(({ partner }) => partner.id)).size, "partner")} with money that waits:{" "}
            <Sum of={known} />
          </summary>
          <ul className="con-list">
            {waiting.slice(0, most).map((row, index) => (
              <li key={index} className="con-item">
                <span>
                  <Link href={addressOf(`partners/${row.partner.id}`)}>{row.partner.name ?? row.partner.id}</Link>{" "}
                  <span className="rf-small rf-muted">
                    {waitWords[row.reason]}
                    {row.from && `, until ${format.date(row.until ?? row.from)}`}
                  </span>
                </span>
                <span className="rf-num">
                  {row.amount === null ? "not known yet" : format.money(row.amount, row.currency)}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const isReady = ({ payoutId, needs }: PayoutRunPartner): boolean => payoutId !== null && needs === null;

/** Payouts that were neither confirmed nor refused yet: after a lost connection, those of the portions that were not sent. */
function toConfirm({ collected = [], confirmed = [], refused = [] }: KeptRun): string[] {
  const done = new Set([...confirmed, ...refused.map(({ id }) => id)]);
  return collected.filter(isReady).flatMap(({ payoutId }) => (payoutId === null || done.has(payoutId) ? [] : payoutId));
}

interface ConfirmProps extends StepProps {
  collected: readonly PayoutRunPartner[];
}

function Confirm({ run, collected, onChange }: ConfirmProps): ReactElement {
  const act = useAct();
  const [done, setDone] = useState(0);
  const ready = collected.filter(isReady);
  const { confirmed, refused = [] } = run;
  const ids = toConfirm(run);
  const confirm = (): void =>
    void act.run(async () => {
      const result = { confirmed: [...(confirmed ?? [])], refused: [...refused] };
      for (let from = 0; from < ids.length; from += atOnce) {
        const answer = await write("payouts.confirm", { body: { payoutIds: ids.slice(from, from + atOnce) } });
        result.confirmed.push(...answer.payoutIds);
        result.refused.push(...answer.refused);
        // After each portion: what is confirmed stays known when the tab is left now, and the rest is still to be confirmed.
        onChange({ ...run, ...result });
        setDone(Math.min(ids.length, from + atOnce));
      }
    });
  const of = confirmed ? ready.filter(({ payoutId }) => confirmed.includes(payoutId as string)) : ready;
  return (
    <Card title={title("Confirm")} flush>
      {act.problem && <Strip>{act.problem}</Strip>}
      <p className="con-total">
        <span>
          {count(of.length, "payout")} {confirmed ? "confirmed" : "can be confirmed"}
        </span>
        <span>
          <Sum of={of} />
        </span>
      </p>
      {ready.length === 0 && (
        <p className="con-pad rf-muted">
          {collected.some(({ payoutId }) => payoutId !== null)
            ? "What is missing stands beside each name above. Begin another run once it is there."
            : "Nothing is payable by now; what waits, and why, stands above."}
        </p>
      )}
      {refused.length > 0 && (
        <ul className="con-pad rf-small">
          {refused.slice(0, most).map(({ id, reason }) => (
            <li key={id}>
              {collected.find(({ payoutId }) => payoutId === id)?.partner.name ?? id}: {reason}
            </li>
          ))}
        </ul>
      )}
      {ids.length > 0 && (
        <div className="con-pad">
          <Button variant="primary" aria-disabled={act.isBusy} onClick={confirm}>
            {act.isBusy ? `Confirming… ${done} of ${ids.length}` : `Confirm ${count(ids.length, "payout")}`}
          </Button>
        </div>
      )}
    </Card>
  );
}

const formats = [
  { value: "csv", label: "CSV" },
  { value: "paypal", label: "PayPal mass payment" },
  { value: "wise", label: "Wise batch" },
  { value: "json", label: "JSON" },
] as const;

/**
 * One file of those of these payouts that the format can pay: of several files a browser may save the first alone.
 * @throws Error where it can pay none of them
 */
export async function saveFile(payoutIds: readonly string[], format: (typeof formats)[number]["value"]): Promise<void> {
  const parts: string[] = [];
  for (let from = 0; from < payoutIds.length; from += atOnce) {
    const body = { format, payoutIds: payoutIds.slice(from, from + atOnce) };
    parts.push((await write("payouts.export", { body })).content);
  }
  const heads = format === "csv" || format === "wise" ? 1 : 0;
  const content = format === "json" ? joinedLists(parts) : joinedLines(parts, heads);
  const rows = format === "json" ? content !== "[]" : content.split("\n").filter(Boolean).length > heads;
  if (!rows) throw new Error("None of these payouts is paid in this way. Choose another format.");
  const name = `payouts-${new Date().toISOString().slice(0, 10)}-${format}.${format === "json" ? "json" : "csv"}`;
  downloadBlob(new Blob([content], { type: format === "json" ? "application/json" : "text/csv" }), name);
}

const joinedLists = (parts: readonly string[]): string =>
  JSON.stringify(parts.flatMap((part) => JSON.parse(part) as unknown[]));

/** Lines of all parts, of which each begins with as many lines of column names. */
const joinedLines = (parts: readonly string[], heads: number): string =>
  parts.map((part, index) => (index > 0 && heads > 0 ? part.slice(part.indexOf("\n") + 1) : part)).join("");

function HandOver({ ids, run, onChange }: StepProps & { ids: readonly string[] }): ReactElement {
  const act = useAct();
  const [format, setFormat] = useState<(typeof formats)[number]["value"]>("csv");
  const save = (): void =>
    void act.run(async () => {
      await saveFile(ids, format);
      onChange({ ...run, exported: true });
    });
  return (
    <Card title={title("Hand over")}>
      <div className="rf-stack rf-stack-12">
        {act.problem && <Strip>{act.problem}</Strip>}
        <p className="rf-muted">
          A file of {ids.length === 1 ? "this payout" : `these ${count(ids.length, "payout")}`} and no others, for your
          bank or provider. Pay by it there. PayPal and Wise take only those that are paid in their way: save the others
          in another format.
        </p>
        <div className="rf-row">
          <Select
            aria-label="Format"
            small
            value={format}
            options={formats}
            onChange={({ currentTarget }) => setFormat(currentTarget.value as typeof format)}
          />
          <Button
            variant={run.exported ? "default" : "primary"}
            icon="download"
            aria-disabled={act.isBusy}
            onClick={save}
          >
            {run.exported ? "Save it again" : "Save the file"}
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** Those of a run that wait to be settled, as they are now. */
async function unsettled(ids: readonly string[], signal?: AbortSignal): Promise<Payout[]> {
  const wanted = new Set(ids);
  const found: Payout[] = [];
  for (const status of ["processing", "processed"] as const)
    for await (const rows of pagesOf("payouts.list", { status }, signal ? { signal } : {}))
      found.push(...rows.filter(({ id }) => wanted.has(id)));
  return found;
}

/** Whether a payout is in a file that was saved. One in none was not paid by any, and must not be recorded as paid. */
const isInFile = ({ status }: Payout): boolean => status === "processed";

function Settle({ ids, run, onChange }: StepProps & { ids: readonly string[] }): ReactElement {
  const act = useAct();
  const [reference, setReference] = useState("");
  const waiting = useQuery({ queryKey: ["unsettled", ids], queryFn: ({ signal }) => unsettled(ids, signal) });
  const inFile = (waiting.data ?? []).filter(isInFile);
  const inNone = (waiting.data ?? []).filter((payout) => !isInFile(payout));
  const { settled } = run;
  const settle = (): void =>
    void act.run(async () => {
      const open = (await unsettled(ids)).filter(isInFile);
      const done = [...(settled ?? [])];
      const refused: { id: string; reason: string }[] = [];
      for (let from = 0; from < open.length; from += atOnce) {
        const part = open.slice(from, from + atOnce);
        const payouts = part.map(({ id }) => ({
          id,
          status: "completed" as const,
          ...(reference.trim() && { reference: reference.trim() }),
        }));
        const answer = await write("payouts.settle", { body: { payouts } });
        refused.push(...answer.refused);
        const bad = new Set(answer.refused.map(({ id }) => id));
        done.push(...part.filter(({ id }) => !bad.has(id)).map(({ amount, currency }) => ({ amount, currency })));
        // After each portion: a lost connection must not hide what is recorded.
        onChange({ ...run, settled: [...done] });
      }
      if (refused.length > 0) throw new Error(refused.map(({ reason }) => reason).join(" "));
    });
  return (
    <Card title={title("Settle")} flush>
      {act.problem && <Strip>{act.problem}</Strip>}
      {waiting.error && <Strip>{problemOf(waiting.error)}</Strip>}
      {settled && (
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
          {[...grouped(inNone, ({ method }) => (method ? methodWords[method] : "no method")).keys()].join(", ")}. Save a
          file for them above; until then they are not recorded as paid.
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
