import { sql, type Insertable, type Selectable } from "kysely";
import type { Db } from "../../schema.ts";
import type { ActorType } from "referrals-embed/contract";
import {
  inListOrder,
  windowOrder,
  windowTest,
  type ListOrder,
  type ListPosition,
  type ListWindow,
} from "../list-window.ts";
import type { AuditRowsTable } from "../../schema/tables.ts";

/** An audit row to append; its changes are values, not text. */
export type NewAuditRow = Omit<Insertable<AuditRowsTable>, "changes" | "position"> & { changes: object };

/** Appends audit rows, in their order, by one statement. What rows of several entities have in common is sent once. */
export async function insertAuditRows(db: Db, rows: readonly NewAuditRow[]): Promise<void> {
  const kinds = new Map<string, number>();
  const kindOf = (row: NewAuditRow): number => {
    const text = JSON.stringify({ ...row, id: null, entity_id: null });
    const known = kinds.get(text);
    if (known !== undefined) return known;
    kinds.set(text, kinds.size + 1);
    return kinds.size;
  };
  const ofRows = rows.map(kindOf);
  await sql`
    INSERT INTO audit_rows (id, at, workspace_id, actor_type, actor_id, actor_name, operation, entity, entity_id, "from", "to", reason, changes,
      request_id)
    SELECT n.id, x.at, x.workspace_id, x.actor_type, x.actor_id, x.actor_name, x.operation, x.entity, n.entity_id, x."from", x."to",
      x.reason, x.changes, x.request_id
    FROM unnest(${rows.map(({ id }) => id)}::text[], ${rows.map((row) => row.entity_id)}::text[], ${ofRows}::integer[])
        WITH ORDINALITY AS n(id, entity_id, kind, place)
      JOIN ROWS FROM (jsonb_populate_recordset(NULL::audit_rows, ${`[${[...kinds.keys()].join(",")}]`}::jsonb))
        WITH ORDINALITY AS x(id, "position", at, workspace_id, actor_type, actor_id, actor_name, operation, entity, entity_id, "from",
          "to", reason, changes, request_id, kind) ON x.kind = n.kind
    ORDER BY n.place`.execute(db);
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
  /** What belongs to this partner: their profile, enrollments and payouts. */
  partnerId?: string | undefined;
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
  if (filter.partnerId !== undefined) {
    const { partnerId, workspaceId } = filter;
    // As one list, so that the index of entities is read and never the whole workspace's rows.
    query = query.where(sql<boolean>`a.entity_id = ANY(ARRAY(
      SELECT ${partnerId}::text
      UNION ALL SELECT id FROM enrollments WHERE partner_id = ${partnerId} AND workspace_id = ${workspaceId}
      UNION ALL SELECT id FROM payouts WHERE partner_id = ${partnerId} AND workspace_id = ${workspaceId}))`);
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
