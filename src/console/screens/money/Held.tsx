import { useState, type ReactElement } from "react";
import type { Commission, HoldReason } from "../../../contract/records.ts";
import { Button } from "../../../dashboard/ui/Button.tsx";
import { Card } from "../../../dashboard/ui/Card.tsx";
import { Select } from "../../../dashboard/ui/Select.tsx";
import { useToast } from "../../../dashboard/ui/toast-context.ts";
import { addressOf, go, pageIn, useAddress } from "../../address.ts";
import { pageSize, pagesOf, write } from "../../call.ts";
import { useConsole } from "../../context.ts";
import { useRead } from "../../data.ts";
import { Ask } from "../../parts/Ask.tsx";
import { Link } from "../../parts/Link.tsx";
import { Read } from "../../parts/Page.tsx";
import { Pager } from "../../parts/Pager.tsx";
import { count, grouped, plain, signalWords } from "../../parts/words.ts";

type Outcome = "release" | "void";
interface Decision {
  outcome: Outcome;
  of: readonly Commission[];
}

/** Held commissions with the evidence beside each, released or voided one by one or together. */
export function Held(): ReactElement {
  const { query } = useAddress();
  const { words, canManage } = useConsole();
  const page = pageIn(query);
  const list = useRead("commissions.list", { query: { status: "hold", page, pageSize } }, { live: true });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [decision, setDecision] = useState<Decision>();
  const rows = (list.data ?? []).filter(({ holdReason }) => !query["reason"] || holdReason === query["reason"]);
  const picked = rows.filter(({ id }) => chosen.has(id));
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const reasons = [...grouped(list.data ?? [], ({ holdReason }) => holdReason ?? "review").keys()];
  return (
    <>
      <Card
        title="Held commissions"
        flush
        actions={
          (reasons.length > 1 || query["reason"]) && (
            <Select
              small
              aria-label="Reason"
              prompt="Any reason"
              value={query["reason"] ?? ""}
              options={reasons.map((reason) => ({ value: reason, label: words.hold[reason] }))}
              onChange={({ currentTarget }) =>
                go(addressOf("money", { ...query, reason: currentTarget.value }), { replace: true })
              }
            />
          )
        }
      >
        <Read of={list} empty="No money is held.">
          {() => (
            <ul className="con-list">
              {rows.length === 0 && <li className="con-pad rf-muted">None on this page is held for that reason.</li>}
              {rows.map((row) => (
                <HeldRow
                  key={row.id}
                  row={row}
                  isChosen={chosen.has(row.id)}
                  onChoose={canManage ? () => toggle(row.id) : undefined}
                  onDecide={(outcome) => setDecision({ outcome, of: [row] })}
                />
              ))}
            </ul>
          )}
        </Read>
      </Card>
      <Pager
        page={page}
        isFull={list.data?.length === pageSize}
        to={(to) => addressOf("money", { ...query, page: String(to) })}
      />
      {picked.length > 0 && (
        <div className="con-bar" role="group" aria-label="With those chosen">
          <span className="rf-grow" role="status">
            {count(picked.length, "commission")} chosen
          </span>
          <Button onClick={() => setDecision({ outcome: "release", of: picked })}>Release</Button>
          <Button variant="danger" onClick={() => setDecision({ outcome: "void", of: picked })}>
            Void
          </Button>
        </div>
      )}
      {decision && (
        <Decide decision={decision} onDone={() => setChosen(new Set())} onClose={() => setDecision(undefined)} />
      )}
    </>
  );
}

interface HeldRowProps {
  row: Commission;
  isChosen: boolean;
  onChoose: (() => void) | undefined;
  onDecide: (outcome: Outcome) => void;
}

function HeldRow({ row, isChosen, onChoose, onDecide }: HeldRowProps): ReactElement {
  const { format, words } = useConsole();
  const { partner, customer, earnings, currency, amount, createdAt, type, signals, note, unknownReason } = row;
  const money = unknownReason ? "Amount not known yet" : format.money(earnings, currency);
  return (
    <li className="con-held">
      {onChoose && (
        <label className="con-check">
          <input type="checkbox" checked={isChosen} onChange={onChoose} />
          <span className="rf-vh">
            Choose {money} of {partner.name}
          </span>
        </label>
      )}
      <div className="rf-row">
        <span className="rf-grow">
          <Link href={addressOf(`partners/${partner.id}`)}>{partner.name}</Link>{" "}
          <span className="rf-muted rf-small">
            {plain(type).toLowerCase()}
            {type === "sale" && ` of ${format.money(amount, currency)}`}
            {customer && ` to ${customer.name ?? customer.email ?? customer.externalId}`}, {format.dateTime(createdAt)}
          </span>
        </span>
        <strong className="rf-num">{money}</strong>
      </div>
      <ul className="rf-small">
        <li>{words.hold[(row.holdReason ?? "review") satisfies HoldReason]}</li>
        {signals.map((signal) => (
          <li key={signal} className="rf-muted">
            {signalWords[signal]}
          </li>
        ))}
        {note && <li className="rf-muted rf-break">Note: {note}</li>}
      </ul>
      {onChoose && (
        <div className="rf-row">
          <Button mini onClick={() => onDecide("release")}>
            Release
          </Button>
          <Button mini variant="danger" onClick={() => onDecide("void")}>
            Void
          </Button>
        </div>
      )}
    </li>
  );
}

/** Those of a list that are held still: somebody else may have decided since it was read. */
async function heldStill(ids: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const rows of pagesOf("commissions.list", { status: "hold" })) {
    for (const { id } of rows) if (ids.includes(id)) found.add(id);
    if (found.size === ids.length) break;
  }
  return found;
}

const voids = ["fraud", "canceled", "duplicate"] as const;

interface DecideProps {
  decision: Decision;
  onDone: () => void;
  onClose: () => void;
}

function Decide({ decision: { outcome, of }, onDone, onClose }: DecideProps): ReactElement {
  const { format, words } = useConsole();
  const toast = useToast();
  const isRelease = outcome === "release";
  const sums = [...grouped(of, ({ currency }) => currency)].map(([currency, rows]) =>
    format.money(
      rows.reduce((sum, { earnings }) => sum + earnings, 0),
      currency,
    ),
  );
  return (
    <Ask
      title={`${isRelease ? "Release" : "Void"} ${count(of.length, "commission")}, ${sums.join(" + ")}`}
      button={isRelease ? "Release" : "Void"}
      danger={!isRelease}
      questions={[
        ...(isRelease
          ? []
          : [
              {
                name: "status",
                label: "As",
                kind: voids.map((value) => ({ value, label: words.commission[value][0] })),
                value: "fraud",
              },
            ]),
        { name: "note", label: format.t("earnings.note"), kind: "note" as const, hint: "Stays with the commission." },
      ]}
      onAnswer={async ({ status = "pending", note = "" }) => {
        const still = await heldStill(of.map(({ id }) => id));
        const commissionIds = of.map(({ id }) => id).filter((id) => still.has(id));
        const decided = of.length - commissionIds.length;
        if (commissionIds.length > 0)
          await write("commissions.updateMany", {
            body: {
              commissionIds,
              from: "hold",
              status: status as "pending" | "fraud",
              ...(note.trim() && { note: note.trim() }),
            },
          });
        const left = decided > 0 ? ` ${count(decided, "other")} had been decided before and stay so.` : "";
        toast(`${count(commissionIds.length, "commission")} ${isRelease ? "released" : "voided"}.${left}`);
        onDone();
      }}
      onClose={onClose}
    >
      {of.length === 1 &&
        of.map(({ id, partner, customer }) => (
          <p key={id}>
            {partner.name}
            {customer && `, for ${customer.name ?? customer.email ?? customer.externalId}`}
          </p>
        ))}
      <p>
        {isRelease
          ? "They are paid with the next payouts once their holding period is over."
          : "They are not paid. A voided commission can be released later."}
      </p>
    </Ask>
  );
}
