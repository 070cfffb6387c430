import { useState, type ReactElement } from "react";
import type { AuditListQuery, AuditRow } from "../../contract/records.ts";
import { Card } from "../../dashboard/ui/Card.tsx";
import { addressOf } from "../address.ts";
import { useConsole } from "../context.ts";
import { useRead } from "../data.ts";
import { Link } from "./Link.tsx";
import { Read } from "./Page.tsx";
import { Pager } from "./Pager.tsx";
import { plain } from "./words.ts";

const pageSize = 20;
/** The words of statuses that entries move between. */
const statusesOf: Readonly<Record<string, "enrollment" | "commission" | "payout" | "lead">> = {
  enrollment: "enrollment",
  "enrollment.application": "enrollment",
  commission: "commission",
  payout: "payout",
  referral: "lead",
};

/** A card with who changed what: of everything, or of what a query names. */
export function History({ query }: { query?: AuditListQuery }): ReactElement {
  return (
    <Card title="History" flush>
      <Changes query={query} />
    </Card>
  );
}

/** Who changed what, the newest first. */
export function Changes({ query = {} }: { query?: AuditListQuery | undefined }): ReactElement {
  const [page, setPage] = useState(1);
  const list = useRead("audit.list", { query: { ...query, page, pageSize } });
  return (
    <>
      <Read of={list} empty={page > 1 ? "Nothing before that." : "Nothing was changed yet."}>
        {(rows) => (
          <ul className="con-list">
            {rows.map((row) => (
              <Entry key={row.id} row={row} query={query} />
            ))}
          </ul>
        )}
      </Read>
      <Pager inCard page={page} isFull={list.data?.length === pageSize} to={{ turn: setPage }} />
    </>
  );
}

/** How a field has changed; of what is no short text only that it has. */
function changeText(name: string, ...values: readonly [old: unknown, now: unknown]): string {
  const field = plain(name).toLowerCase();
  const [old, now] = values.map((value) => String(value ?? "empty"));
  const isShort = [old, now].every((text = "") => text.length <= 40 && !text.startsWith("[object"));
  return isShort ? `${field}: ${old} ${arrow} ${now}` : field;
}

/** Where things of a kind are in the console; what belongs to a partner is on their page. */
const places: Readonly<Record<string, string>> = {
  referral: addressOf("leads"),
  reward: addressOf("program", { view: "rewards" }),
  discount: addressOf("program", { view: "rewards" }),
  group: addressOf("program", { view: "joining" }),
  api_key: addressOf("program", { view: "access" }),
  integration: addressOf("program", { view: "access" }),
  person: addressOf("people"),
};

/** What was changed, by its name and money, with the way to it; of a partner's own history not whose it is. */
function Subject({ row, query }: { row: AuditRow; query: AuditListQuery }): ReactElement | null {
  const { format, isOwner } = useConsole();
  const { subject, entity, entityId } = row;
  if (!subject || entityId === query.entityId) return null;
  const { name, partnerId, amount, currency } = subject;
  const isOwnPage = partnerId !== null && partnerId === query.partnerId;
  const text = [
    !isOwnPage && name && (entity === "reward" ? plain(name) : name),
    amount !== null && currency !== null && format.money(amount, currency),
  ]
    .filter(Boolean)
    .join(", ");
  const place = places[entity] ?? (partnerId === null ? undefined : addressOf(`partners/${partnerId}`));
  if (text === "") return null;
  if (place === undefined || isOwnPage || (entity === "person" && !isOwner)) return <>: {text}</>;
  return (
    <>
      : <Link href={place}>{text}</Link>
    </>
  );
}

/** Between words that are written from right to left it would point from the new one to the old one, but for the mark. */
const arrow = "\u200E→";

function Entry({ row, query }: { row: AuditRow; query: AuditListQuery }): ReactElement {
  const { format, words } = useConsole();
  const word = (status: string): string => {
    const kind = statusesOf[row.entity];
    const statuses: Readonly<Record<string, readonly [text: string, ...unknown[]]>> = kind ? words[kind] : {};
    return statuses[status]?.[0] ?? plain(status);
  };
  const told = [
    row.to && (row.from ? `${word(row.from)} ${arrow} ${word(row.to)}` : `${arrow} ${word(row.to)}`),
    !row.to &&
      Object.entries(row.changes)
        .map(([name, { old, new: now }]) => changeText(name, old, now))
        .join(", "),
    // A thing is named elsewhere; its id tells nobody anything.
    row.reason && !/^[a-z]+_\w{26}$/.test(row.reason) && row.reason,
  ].filter(Boolean);
  return (
    <li className="con-item">
      <span>
        {plain(row.operation)}
        <Subject row={row} query={query} /> <span className="rf-muted rf-small rf-break">{told.join(" · ")}</span>
      </span>
      <span className="rf-muted rf-small">
        {row.actorName ?? plain(row.actorType)}, {format.dateTime(row.at)}
      </span>
    </li>
  );
}
