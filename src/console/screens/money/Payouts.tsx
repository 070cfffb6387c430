import { useState, type ReactElement } from "react";
import type { Payout, PayoutStatus } from "../../../contract/records.ts";
import { Badge } from "../../../dashboard/ui/Badge.tsx";
import { Button } from "../../../dashboard/ui/Button.tsx";
import { Card } from "../../../dashboard/ui/Card.tsx";
import { Select } from "../../../dashboard/ui/Select.tsx";
import { Strip } from "../../../dashboard/ui/Strip.tsx";
import { useToast } from "../../../dashboard/ui/toast-context.ts";
import { addressOf, go, pageIn, useAddress } from "../../address.ts";
import { newKey, write } from "../../call.ts";
import { useConsole } from "../../context.ts";
import { useAct, useRead } from "../../data.ts";
import { Ask } from "../../parts/Ask.tsx";
import { Link } from "../../parts/Link.tsx";
import { Read } from "../../parts/Page.tsx";
import { Pager } from "../../parts/Pager.tsx";
import { saveFile } from "./payout-file.ts";

const pageSize = 100;
/** Statuses in which the money is on its way, and may turn out to be paid or not. */
const open: readonly PayoutStatus[] = ["processing", "processed", "sent"];

/** Statuses in which it can be decided that it is not to be paid. */
const cancelable: readonly PayoutStatus[] = ["pending", "processing", "processed"];

/** Every payout, with its file again and what became of it. */
export function Payouts(): ReactElement {
  const { format, words } = useConsole();
  const { query } = useAddress();
  const status = query["status"] as PayoutStatus | undefined;
  const page = pageIn(query);
  const list = useRead(
    "payouts.list",
    { query: { ...(status && { status }), sortBy: "initiatedAt", page, pageSize } },
    { live: true },
  );
  const at = (change: Record<string, string>): string => addressOf("money", { view: "payouts", ...query, ...change });
  return (
    <Card
      title={format.t("earnings.payouts")}
      flush
      actions={
        <Select
          small
          aria-label={format.t("list.status")}
          prompt="Any status"
          value={status ?? ""}
          options={Object.entries(words.payout).map(([value, [label]]) => ({ value, label }))}
          onChange={({ currentTarget }) => go(at({ status: currentTarget.value, page: "" }), { replace: true })}
        />
      }
    >
      <Read of={list} empty="No payouts here.">
        {(rows) => (
          <ul className="con-list">
            {rows.map((row) => (
              <PayoutRow key={row.id} row={row} />
            ))}
          </ul>
        )}
      </Read>
      <Pager page={page} isFull={list.data?.length === pageSize} inCard to={(to) => at({ page: String(to) })} />
    </Card>
  );
}

function PayoutRow({ row }: { row: Payout }): ReactElement {
  const { format, words, canManage } = useConsole();
  const act = useAct();
  const toast = useToast();
  const [asks, setAsks] = useState<"completed" | "unpaid">();
  const close = (): void => setAsks(undefined);
  const { partner, number, amount, currency, status, method, traceId, failureReason, paidAt, createdAt } = row;
  const isOpen = open.includes(status);
  const ends = [
    ...(isOpen ? [{ value: "failed", label: "The payment failed" }] : []),
    ...(cancelable.includes(status) ? [{ value: "canceled", label: "It is not to be paid" }] : []),
  ];
  const settle = (change: { status: "completed" | "failed"; failureReason?: string; reference?: string }) =>
    write("payouts.settle", { body: { payouts: [{ id: row.id, ...change }] } }).then(({ refused: [refused] }) => {
      if (refused) throw new Error(refused.reason);
    });
  return (
    <li className="con-item">
      <span>
        <Link href={addressOf(`partners/${partner.id}`)}>{partner.name}</Link>{" "}
        <span className="rf-muted rf-small">
          {[number, method && words.method[method], traceId, format.date(paidAt ?? createdAt)]
            .filter(Boolean)
            .join(" · ")}
        </span>
        {failureReason && <span className="rf-small rf-muted"> {failureReason}</span>}
      </span>
      <span className="rf-row">
        <Badge tone={words.payout[status][1]}>{words.payout[status][0]}</Badge>
        <strong className="rf-num">{format.money(amount, currency)}</strong>
        {canManage && isOpen && (
          <>
            <Button
              mini
              icon="download"
              aria-disabled={act.isBusy}
              onClick={() => void act.run(() => saveFile([{ payoutIds: [row.id], again: true, key: newKey() }], "csv"))}
            >
              File
            </Button>
            <Button mini onClick={() => setAsks("completed")}>
              Paid
            </Button>
          </>
        )}
        {ends.length > 0 && canManage && (
          <Button mini variant="danger" onClick={() => setAsks("unpaid")}>
            Not paid
          </Button>
        )}
      </span>
      {act.problem && <Strip>{act.problem}</Strip>}
      {asks === "completed" && (
        <Ask
          title={`${partner.name} is paid, ${format.money(amount, currency)}`}
          button="Record as paid"
          questions={[{ name: "reference", label: "Reference of the transfer, if there is one" }]}
          onAnswer={async ({ reference = "" }) => {
            await settle({ status: "completed", ...(reference.trim() && { reference: reference.trim() }) });
            toast(`${partner.name} is paid`);
          }}
          onClose={close}
        >
          <p>They are told so. It cannot be taken back.</p>
        </Ask>
      )}
      {asks === "unpaid" && (
        <Ask
          title={`${partner.name} is not paid, ${format.money(amount, currency)}`}
          button="Record"
          danger
          questions={[
            { name: "status", label: "What happened", kind: ends, value: ends[0]?.value ?? "" },
            { name: "reason", label: "Why a payment failed, as the provider says it" },
          ]}
          onAnswer={async (answers) => {
            const failureReason = (answers["reason"] ?? "").trim();
            if (answers["status"] === "canceled") {
              if (failureReason) throw new Error("A reason is kept of a payment that failed: leave it out.");
              await write("payouts.update", { params: { id: row.id }, body: { status: "canceled" } });
            } else {
              if (!failureReason) throw new Error("Say why it failed.");
              await settle({ status: "failed", failureReason });
            }
            toast(`The payout of ${partner.name} is not paid`);
          }}
          onClose={close}
        >
          <p>
            What it was for waits for the next payout, unless they are banned: then it is held back. Of a payment that
            failed they are told.
            {status === "processed" && " It stands in a file: make sure that nobody pays by that."}
          </p>
        </Ask>
      )}
    </li>
  );
}
