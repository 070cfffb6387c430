import { useState, type ReactElement } from "react";
import type { ReferralStatus, Submission, SubmissionPatch } from "../../../contract/records.ts";
import { Badge } from "../../../dashboard/ui/Badge.tsx";
import { Button } from "../../../dashboard/ui/Button.tsx";
import { Card } from "../../../dashboard/ui/Card.tsx";
import { Facts } from "../../../dashboard/ui/Facts.tsx";
import { useToast } from "../../../dashboard/ui/toast-context.ts";
import { addressOf, pageIn, useAddress } from "../../address.ts";
import { call, write } from "../../call.ts";
import { useConsole } from "../../context.ts";
import { useCurrency, useRead, useReadAll } from "../../data.ts";
import { minorOf } from "../../parts/amounts.ts";
import { Ask } from "../../parts/Ask.tsx";
import { Link } from "../../parts/Link.tsx";
import { NoteDialog } from "../../parts/NoteDialog.tsx";
import { Page, Read } from "../../parts/Page.tsx";
import { Pager } from "../../parts/Pager.tsx";
import { plain } from "../../parts/words.ts";
import { expectUnchanged } from "../../unchanged.ts";

const pageSize = 50;

const names: readonly ReferralStatus[] = [
  "pending",
  "qualified",
  "meeting",
  "negotiation",
  "closedWon",
  "closedLost",
  "unqualified",
];
/** In their order; a lead never moves back. */
const open: readonly ReferralStatus[] = ["pending", "qualified", "meeting", "negotiation"];

/** Where a lead may still move. */
function next(status: ReferralStatus): ReferralStatus[] {
  const at = open.indexOf(status);
  return at === -1 ? [] : names.filter((name) => !open.includes(name) || open.indexOf(name) > at);
}

/** Leads that partners sent by the form, by status. */
export default function LeadsScreen(): ReactElement {
  const { format, words } = useConsole();
  const { query } = useAddress();
  const status = names.find((name) => name === query["status"]) ?? "pending";
  const page = pageIn(query);
  const list = useRead("referrals.list", { query: { status, page, pageSize } }, { live: true });
  // As it was when it was opened, and here: one that somebody else has moved leaves the list, and why nothing was done must stay.
  const [moving, setMoving] = useState<Submission>();
  const [noting, setNoting] = useState<Submission>();
  return (
    <Page title="Leads">
      <nav className="con-tabs" aria-label={format.t("list.status")}>
        {names.map((name) => (
          <Link
            key={name}
            href={addressOf("leads", { status: name })}
            aria-current={name === status ? "page" : undefined}
          >
            {words.lead[name][0]}
          </Link>
        ))}
      </nav>
      <Read
        of={list}
        empty="No leads here. Partners send them by the form of their dashboard, which a group has once it asks something: Program, Joining, Lead form."
      >
        {(rows) =>
          rows.map((row) => <Lead key={row.id} row={row} onMove={() => setMoving(row)} onNote={() => setNoting(row)} />)
        }
      </Read>
      <Pager
        page={page}
        isFull={list.data?.length === pageSize}
        to={(to) => addressOf("leads", { status, page: String(to) })}
      />
      {moving && <MoveLead row={moving} onClose={() => setMoving(undefined)} />}
      {noting && (
        <NoteDialog
          note={noting.note}
          onSave={(note) => change(noting, "note", { note })}
          onClose={() => setNoting(undefined)}
        >
          <p className="rf-muted">The partner never sees it.</p>
        </NoteDialog>
      )}
    </Page>
  );
}

interface LeadProps {
  row: Submission;
  onMove: () => void;
  onNote: () => void;
}

function Lead({ row, onMove, onNote }: LeadProps): ReactElement {
  const { format, words, canManage } = useConsole();
  const partner = useRead("partners.get", { params: { partnerId: row.partnerId } });
  const groups = useReadAll("groups.list");
  const form = groups.data?.find(({ id }) => id === partner.data?.groupId)?.referralFormData;
  const labelOf = (key: string): string => form?.fields.find((field) => field.key === key)?.label ?? plain(key);
  const answers = Object.entries(row.values).map(([key, value]): [string, string] => [
    labelOf(key),
    Array.isArray(value) ? value.join(", ") : String(value ?? ""),
  ]);
  return (
    <Card
      title={answers[0]?.[1] || words.commissionType.lead}
      aside={<Badge tone={words.lead[row.status][1]}>{words.lead[row.status][0]}</Badge>}
      actions={
        canManage && (
          <>
            <Button mini onClick={onNote}>
              {format.t("earnings.note")}
            </Button>
            {next(row.status).length > 0 && (
              <Button mini onClick={onMove}>
                Move
              </Button>
            )}
          </>
        )
      }
    >
      <Facts
        facts={[
          ...answers,
          [
            "From",
            <Link key="from" href={addressOf(`partners/${row.partnerId}`)}>
              {partner.data?.name ?? row.partnerId}
            </Link>,
          ],
          ["Sent", format.dateTime(row.createdAt)],
        ]}
      />
      {row.note !== null && (
        <div className="con-noted">
          <p className="rf-muted rf-small">Your note</p>
          <p className="con-note">{row.note}</p>
        </div>
      )}
    </Card>
  );
}

function MoveLead({ row, onClose }: { row: Submission; onClose: () => void }): ReactElement {
  const { words } = useConsole();
  const toast = useToast();
  const moves = next(row.status);
  const currency = useCurrency();
  return (
    <Ask
      title="Move the lead"
      button="Move"
      questions={[
        {
          name: "status",
          label: "To",
          kind: moves.map((name) => ({ value: name, label: words.lead[name][0] })),
          value: moves[0] ?? "",
        },
        {
          name: "amount",
          label: `Amount of the sale, ${currency.toUpperCase()}`,
          kind: "amount",
          hint: "Of a lead that was won: records the sale too. May stay empty.",
        },
      ]}
      onAnswer={async ({ status, amount = "" }) => {
        if (amount.trim() && status !== "closedWon")
          throw new Error(
            `An amount is recorded of a lead that was won: choose ${words.lead.closedWon[0]}, or leave it out.`,
          );
        const sale = amount.trim() ? { amount: minorOf(amount, currency), currency } : {};
        await change(row, "status", { status: status as ReferralStatus, ...sale });
        toast("The lead has moved");
      }}
      onClose={onClose}
    >
      <p className="rf-muted">A lead never moves back. From Qualified on they are the partner's customer.</p>
    </Ask>
  );
}

/** Changes a lead that in this field still is as it was on screen. @throws ChangedMeanwhile */
async function change(row: Submission, field: "status" | "note", body: SubmissionPatch): Promise<void> {
  const params = { id: row.id };
  const { value, headers } = await call("referrals.get", { params });
  expectUnchanged(row, [value], { fields: [field], called: "lead" });
  await write("referrals.update", { params, body }, { headers: { "If-Match": headers.get("ETag") ?? "" } });
}
