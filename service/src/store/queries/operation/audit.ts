import { sql, type Insertable, type Selectable } from "kysely";
import type { Db } from "../../schema.ts";
import type { ActorType } from "referrals-embed/contract";
import { inBatches } from "../id-lists.ts";
import {
  inListOrder,
  windowOrder,
  windowTest,
  type ListOrder,
  type ListPosition,
  type ListWindow,
} from "../list-window.ts";
import type { AuditRowsTable } from "../../schema/tables.ts";

/** Appends audit rows. */
export async function insertAuditRows(db: Db, rows: Insertable<AuditRowsTable>[]): Promise<void> {
  await inBatches(rows, (batch) => db.insertInto("audit_rows").values(batch).execute());
}

/** An audit row as stored. */
export type AuditRow = Selectable<AuditRowsTable>;

/** Where an audit row stands in the list. */
export function findAuditPosition(db: Db, workspaceId: string, id: string): Promise<ListPosition | undefined> {
  return db
    .selectFrom("audit_rows")
    .select(["id", "at as createdAt"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** What narrows a list of audit rows. */
export interface AuditFilter {
  workspaceId: string;
  actorType?: ActorType | undefined;
  actorId?: string | undefined;
  operation?: string | undefined;
  entity?: string | undefined;
  entityId?: string | undefined;
  /** From then on. */
  from?: Date | undefined;
  /** Before then. */
  to?: Date | undefined;
}

/** Columns a filter names exactly. */
const exact = {
  actorType: "a.actor_type",
  actorId: "a.actor_id",
  operation: "a.operation",
  entity: "a.entity",
  entityId: "a.entity_id",
} as const;

/** A window of a workspace's audit rows, in the order of the list. */
export async function listAuditRows(
  db: Db,
  filter: AuditFilter,
  { window, direction }: { window: ListWindow; direction: ListOrder["direction"] },
): Promise<AuditRow[]> {
  const order = { table: "a", column: "at", made: "at", direction };
  let query = db.selectFrom("audit_rows as a").selectAll().where("a.workspace_id", "=", filter.workspaceId);
  for (const [name, column] of Object.entries(exact)) {
    const value = filter[name as keyof typeof exact];
    if (value !== undefined) query = query.where(sql<boolean>`${sql.ref(column)} = ${value}`);
  }
  if (filter.from) query = query.where("a.at", ">=", filter.from);
  if (filter.to) query = query.where("a.at", "<", filter.to);
  if ("offset" in window) query = query.offset(window.offset);
  const rows = await query
    .where(windowTest(window, order))
    .orderBy(windowOrder(window, order))
    .limit(window.limit)
    .execute();
  return inListOrder(window, rows);
}
