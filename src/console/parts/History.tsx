import { useState, type ReactElement } from "react";
import type { AuditListQuery, AuditRow } from "../../contract/records.ts";
import { Card } from "../../dashboard/ui/Card.tsx";
import { useConsole } from "../context.ts";
import { useRead } from "../data.ts";
import { Read } from "./Page.tsx";
import { Pager } from "./Pager.tsx";
import { commissionWords, enrollmentWords, payoutWords, plain } from "./words.ts";

const pageSize = 20;
const statusWords: Readonly<Record<string, Readonly<Record<string, readonly [string, unknown]>>>> = {
  enrollment: enrollmentWords,
  application: enrollmentWords,
  commission: commissionWords,
  payout: payoutWords,
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
              <Entry key={row.id} row={row} />
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
  return isShort ? `${field}: ${old} → ${now}` : field;
}

function Entry({ row }: { row: AuditRow }): ReactElement {
  const { format } = useConsole();
  const word = (status: string): string => statusWords[row.entity]?.[status]?.[0] ?? plain(status);
  const told = [
    row.to && (row.from ? `${word(row.from)} → ${word(row.to)}` : `→ ${word(row.to)}`),
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
        {plain(row.operation)} <span className="rf-muted rf-small rf-break">{told.join(" · ")}</span>
      </span>
      <span className="rf-muted rf-small">
        {row.actorName ?? plain(row.actorType)}, {format.dateTime(row.at)}
      </span>
    </li>
  );
}
