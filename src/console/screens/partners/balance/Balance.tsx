import { useQuery } from "@tanstack/react-query";
import { useState, type ReactElement } from "react";
import type { Commission } from "../../../../contract/records.ts";
import { Badge } from "../../../../dashboard/ui/Badge.tsx";
import { Button } from "../../../../dashboard/ui/Button.tsx";
import { Card } from "../../../../dashboard/ui/Card.tsx";
import { useToast } from "../../../../dashboard/ui/toast-context.ts";
import { pageSize, pagesOf, write } from "../../../call.ts";
import { useConsole } from "../../../context.ts";
import { liveMs, useCurrency } from "../../../data.ts";
import { Ask } from "../../../parts/Ask.tsx";
import { Changes } from "../../../parts/History.tsx";
import { Read } from "../../../parts/Page.tsx";
import { count } from "../../../parts/words.ts";
import { balanceStory, balanceSums, isVoid, type BalanceEvent } from "./balance-story.ts";
import { AddBonus, ChangeCommission } from "./ChangeMoney.tsx";

/** Sums are right only with every commission; of more than so many the CSV file has them. */
const mostShown = 1_000;
/** Steps shown before the rest is asked for. */
const shownFirst = 20;

/** Every commission of a partner; `null` where there are too many for a screen. */
async function everyCommission(partnerId: string, signal: AbortSignal): Promise<Commission[] | null> {
  const all: Commission[] = [];
  for await (const rows of pagesOf("commissions.list", { partnerId }, { signal })) {
    all.push(...rows);
    if (all.length > mostShown) return null;
  }
  return all;
}

type Open = "bonus" | "hold" | Commission;

/** A partner's balance as the story of its commissions and payments. */
export function Balance({ partnerId }: { partnerId: string }): ReactElement {
  const { words, canManage } = useConsole();
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const currency = useCurrency();
  const all = useQuery({
    queryKey: ["every commission", partnerId],
    queryFn: ({ signal }) => everyCommission(partnerId, signal),
    refetchInterval: liveMs,
  });
  const pending = (all.data ?? []).filter(({ status }) => status === "pending").slice(0, pageSize);
  return (
    <Card
      title="Balance"
      flush
      actions={
        canManage && (
          <>
            <Button mini icon="plus" onClick={() => setOpen("bonus")}>
              {words.commissionType.custom}
            </Button>
            {pending.length > 0 && (
              <Button mini onClick={() => setOpen("hold")}>
                Hold what is pending
              </Button>
            )}
          </>
        )
      }
    >
      <Read of={all} empty="Nothing earned yet.">
        {(rows) =>
          rows === null ? (
            <p className="con-pad rf-muted">
              More than {count(mostShown, "commission")}: the CSV of Money has them all.
            </p>
          ) : (
            <Story rows={rows} now={all.dataUpdatedAt} onChange={canManage ? setOpen : undefined} />
          )
        }
      </Read>
      {open === "bonus" && <AddBonus partnerId={partnerId} currency={currency} onClose={close} />}
      {open === "hold" && <HoldPending ids={pending.map(({ id }) => id)} onClose={close} />}
      {typeof open === "object" && <ChangeCommission row={open} onClose={close} />}
    </Card>
  );
}

interface StoryProps {
  rows: readonly Commission[];
  /** When they were read. */
  now: number;
  onChange: ((row: Commission) => void) | undefined;
}

function Story({ rows, now, onChange }: StoryProps): ReactElement {
  const { format } = useConsole();
  const [isWhole, setWhole] = useState(false);
  const currency = useCurrency();
  const sums = balanceSums(rows, now);
  const unknown = rows.filter(({ unknownReason }) => unknownReason !== null).length;
  const steps = balanceStory(rows);
  const money = (amount: number): string => format.money(amount, currency);
  const less: [string, number][] = [
    ["Not counted: refunded, canceled, duplicate or fraud", sums.voided],
    ["Taken back", sums.takenBack],
    [format.t("commission.paid"), sums.paid],
  ];
  const parts: [string, number][] = [
    ["may be paid now", sums.payable],
    ["in its holding period", sums.clearing],
    ["held", sums.held],
    ["in a payout", sums.inPayout],
  ];
  return (
    <>
      <dl className="con-sums" aria-label="What the balance is made of">
        <div>
          <dt>{format.t("leaderboard.earned")}</dt>
          <dd className="rf-num">{money(sums.earned)}</dd>
        </div>
        {less.map(
          ([label, amount]) =>
            amount !== 0 && (
              <div key={label}>
                <dt>{label}</dt>
                <dd className="rf-num">{money(-amount)}</dd>
              </div>
            ),
        )}
        <div className="con-sum-line">
          <dt>Balance</dt>
          <dd className="rf-num">{money(sums.balance)}</dd>
        </div>
        {parts.map(
          ([label, amount]) =>
            amount !== 0 && (
              <div key={label} className="con-sum-part rf-muted rf-small">
                <dt>{label}</dt>
                <dd className="rf-num">{money(amount)}</dd>
              </div>
            ),
        )}
      </dl>
      {unknown > 0 && (
        <p className="con-pad rf-muted rf-small">
          {count(unknown, "commission")} whose amount is not known yet {unknown === 1 ? "is" : "are"} not in these sums.
        </p>
      )}
      <div className="con-story con-story-head rf-muted rf-small" aria-hidden="true">
        <span>What changed it</span>
        <span className="rf-num">Change</span>
        <span className="rf-num">Balance</span>
      </div>
      <ol className="con-list" aria-label="What changed the balance, newest first">
        {steps.slice(0, isWhole ? undefined : shownFirst).map((step, index) => (
          <Step
            key={step.commission?.id ?? `${step.at} ${index}`}
            step={step}
            currency={currency}
            onChange={onChange}
          />
        ))}
      </ol>
      {!isWhole && steps.length > shownFirst && (
        <div className="con-pad">
          <Button mini onClick={() => setWhole(true)}>
            Show all {steps.length}
          </Button>
        </div>
      )}
    </>
  );
}

interface StepProps {
  step: BalanceEvent;
  currency: string;
  onChange: ((row: Commission) => void) | undefined;
}

function Step({ step: { at, change, balance, commission }, currency, onChange }: StepProps): ReactElement {
  const { format, words } = useConsole();
  const [isOpen, setOpen] = useState(false);
  const money = (amount: number): string => format.money(amount, currency);
  return (
    <li className="con-story">
      <span>
        {commission ? <Why row={commission} /> : "Paid to them"}{" "}
        <span className="rf-muted rf-small">{format.date(at)}</span>
      </span>
      <span className="rf-num">
        {commission && isVoid(commission) ? <del>{money(commission.earnings)}</del> : money(change)}
      </span>
      <span className="rf-num rf-muted">
        <span className="rf-vh">Balance then </span>
        {money(balance)}
      </span>
      {commission && (
        <span className="con-story-more rf-row">
          <Badge tone={words.commission[commission.status][1]}>{words.commission[commission.status][0]}</Badge>
          <span className="rf-grow rf-small rf-muted rf-break">
            {[commission.holdReason && words.hold[commission.holdReason], commission.note && `Note: ${commission.note}`]
              .filter(Boolean)
              .join(". ")}
          </span>
          <button
            type="button"
            className="rf-text-button rf-small"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            History
          </button>
          {onChange && (
            <Button mini onClick={() => onChange(commission)}>
              {commission.status === "paid" ? format.t("earnings.note") : "Change"}
            </Button>
          )}
        </span>
      )}
      {commission && isOpen && (
        <div className="con-story-more">
          <Changes query={{ entityId: commission.id }} />
        </div>
      )}
    </li>
  );
}

/** Why an amount is what it is. */
function Why({ row }: { row: Commission }): ReactElement {
  const { format, words } = useConsole();
  const { type, amount, earnings, quantity, customer, description, currency, unknownReason, sourceId } = row;
  if (unknownReason) return <>{words.commissionType[type]}, amount not known yet</>;
  if (type === "custom")
    return (
      <>
        {description ||
          (sourceId ? "Takes back for a refund" : earnings < 0 ? "Taken back" : words.commissionType.custom)}
      </>
    );
  const who = customer && (customer.name ?? customer.email ?? customer.externalId);
  const share =
    type === "sale" && amount > 0 && earnings > 0 && `${format.percent(roundedShare(earnings, amount))} of `;
  const what =
    type === "sale"
      ? `a sale of ${format.money(amount, currency)}`
      : count(quantity, type === "referral" ? "share of a partner they brought in" : type);
  return (
    <>
      {share}
      {share ? what : what.charAt(0).toUpperCase() + what.slice(1)}
      {who && ` to ${who}`}
    </>
  );
}

const roundedShare = (part: number, whole: number): number => Math.round((part / whole) * 10_000) / 100;

function HoldPending({ ids, onClose }: { ids: string[]; onClose: () => void }): ReactElement {
  const toast = useToast();
  return (
    <Ask
      title={`Hold ${count(ids.length, "pending commission")}`}
      button="Hold"
      questions={[{ name: "note", label: "Why", kind: "note" }]}
      onAnswer={async ({ note = "" }) => {
        await write("commissions.updateMany", {
          body: { commissionIds: ids, status: "hold", ...(note.trim() && { note: note.trim() }) },
        });
        toast(`${count(ids.length, "commission")} held`);
      }}
      onClose={onClose}
    >
      <p>The newest hundred at once. They are in no payout until somebody releases them.</p>
    </Ask>
  );
}
