import { useState, type ReactElement } from "react";
import { Button } from "../../../dashboard/ui/Button.tsx";
import { Card } from "../../../dashboard/ui/Card.tsx";
import { Strip } from "../../../dashboard/ui/Strip.tsx";
import { addressOf } from "../../address.ts";
import { pageSize, write } from "../../call.ts";
import { useConsole } from "../../context.ts";
import { useAct, useRead } from "../../data.ts";
import { Link } from "../../parts/Link.tsx";
import { ReleaseDestination } from "../../parts/SharedDestination.tsx";
import { count, needWords } from "../../parts/words.ts";
import { forgetRun, keepRun, keptRun, runOf, type Collected, type KeptRun } from "./kept-run.ts";
import { Paying } from "./Paying.tsx";
import { atOnce } from "./payout-file.ts";
import { payoutsLeft, payoutsNow, withAmounts } from "./payouts-now.ts";
import { Sum } from "./Sum.tsx";

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
        <Paying ids={run.confirmed} run={run} onChange={change} />
      )}
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
        <WhoIsPaid
          partners={collected}
          onReleased={async (id) => {
            // What they still lack is told by a further collection; the other rows stay as the steps below have taken them.
            const { partners } = await write("payouts.run", { body: {} });
            const fresh = partners.find(({ partner }) => partner.id === id);
            onChange({ ...run, collected: collected.map((row) => (fresh && row.partner.id === id ? fresh : row)) });
          }}
        />
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
          <LeftRun onChange={onChange} />
        </div>
      )}
    </Card>
  );
}

/** What was confirmed and is not recorded as paid yet: a run that somebody else, or another tab, has left. */
function LeftRun({ onChange }: { onChange: (run: KeptRun) => void }): ReactElement | null {
  const act = useAct();
  const inNoFile = useRead("payouts.list", { query: { status: "processing", pageSize } }, { live: true });
  const inFile = useRead("payouts.list", { query: { status: "processed", pageSize } }, { live: true });
  const some = [...(inNoFile.data ?? []), ...(inFile.data ?? [])];
  if (some.length === 0) return null;
  const isMore = [inNoFile, inFile].some(({ data }) => data?.length === pageSize);
  return (
    <>
      {act.problem && <Strip>{act.problem}</Strip>}
      <p className="rf-muted">
        Confirmed before and not recorded as paid yet: {count(some.length, "payout")}
        {isMore && " or more"}, <Sum of={some} />. Go on with them if this is your run, or whoever began it has left it.
      </p>
      <div>
        <Button
          aria-disabled={act.isBusy}
          onClick={() => void act.run(async () => onChange(runOf(await payoutsLeft())))}
        >
          Go on with them
        </Button>
      </div>
    </>
  );
}

/** Rows that are shown before the rest is only counted. */
const most = 100;

interface WhoIsPaidProps {
  partners: readonly Collected[];
  onReleased: (partnerId: string) => Promise<void>;
}

function WhoIsPaid({ partners, onReleased }: WhoIsPaidProps): ReactElement {
  const { format, words } = useConsole();
  const [releasing, setReleasing] = useState<Collected["partner"]>();
  // Those that need something first: of a long list the rest is only counted.
  const paid = partners
    .filter(({ payoutId }) => payoutId !== null)
    .toSorted((one, other) => Number(one.needs === null) - Number(other.needs === null));
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
            <span className="rf-row">
              {row.needs?.reason === "shared_destination" && (
                <Button mini onClick={() => setReleasing(row.partner)}>
                  Release
                </Button>
              )}
              <span className="rf-num">{format.money(row.amount, row.currency)}</span>
            </span>
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
      {releasing && (
        <ReleaseDestination
          partnerId={releasing.id}
          name={releasing.name ?? releasing.id}
          onReleased={() => onReleased(releasing.id)}
          onClose={() => setReleasing(undefined)}
        />
      )}
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
                    {words.wait[row.reason]}
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

const isReady = ({ payoutId, needs }: Collected): boolean => payoutId !== null && needs === null;

/** Payouts that were neither confirmed nor refused yet: after a lost connection, those of the portions that were not sent. */
function toConfirm({ collected = [], confirmed = [], refused = [] }: KeptRun): string[] {
  const done = new Set([...confirmed, ...refused.map(({ id }) => id)]);
  return collected.filter(isReady).flatMap(({ payoutId }) => (payoutId === null || done.has(payoutId) ? [] : payoutId));
}

interface ConfirmProps extends StepProps {
  collected: readonly Collected[];
}

function Confirm({ run, collected, onChange }: ConfirmProps): ReactElement {
  const act = useAct();
  const [done, setDone] = useState(0);
  const ready = collected.filter(isReady);
  const { confirmed, refused = [] } = run;
  const ids = toConfirm(run);
  const confirm = (): void =>
    void act.run(async () => {
      const amounts = new Map(collected.map(({ payoutId, amount }) => [payoutId, amount]));
      const result = { confirmed: [...(confirmed ?? [])], refused: [...refused] };
      for (let from = 0; from < ids.length; from += atOnce) {
        const payoutIds = ids.slice(from, from + atOnce);
        const seen = payoutIds.map((id) => amounts.get(id) ?? 0);
        const answer = await write("payouts.confirm", { body: { payoutIds, amounts: seen } });
        result.confirmed.push(...answer.payoutIds);
        // Refused for another amount than is on screen: it is shown, and confirmed once it was seen.
        const still = await payoutsNow(answer.refused.map(({ id }) => id));
        const open = still.filter(({ id, status, amount }) => status === "pending" && amount !== amounts.get(id));
        const now = withAmounts(collected, open);
        const isOpen = new Set(open.map(({ id }) => id));
        result.refused.push(...answer.refused.filter(({ id }) => !isOpen.has(id)));
        // After each portion: what is confirmed stays known when the tab is left now, and the rest is still to be confirmed.
        onChange({
          ...run,
          ...(result.confirmed.length > 0 && result),
          refused: result.refused,
          collected: now.collected,
        });
        if (now.changed > 0) {
          const has = `${count(now.changed, "payout")} ${now.changed === 1 ? "has" : "have"}`;
          throw new Error(`${has} changed since. The sums are of now: look at them, then confirm.`);
        }
        setDone(Math.min(ids.length, from + atOnce));
      }
    });
  const lacking = collected.filter(({ payoutId, needs }) => payoutId !== null && needs !== null);
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
      {lacking.length > 0 && ready.length > 0 && (
        <p className="con-pad rf-muted">
          {count(lacking.length, "payout")}, <Sum of={lacking} />, left out: what is missing stands beside each name
          above.
        </p>
      )}
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
