import type { Insertable } from "kysely";
import type { Db } from "../schema.ts";
import type { AuditRowsTable } from "../schema/accounts.ts";

/** Appends audit rows. */
export async function insertAuditRows(db: Db, rows: Insertable<AuditRowsTable>[]): Promise<void> {
  await db.insertInto("audit_rows").values(rows).execute();
}
