import { sql, type Kysely, type Migration } from "kysely";

/** The audit of a workspace is listed by time. */
export const auditList: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql.raw("CREATE INDEX audit_rows_workspace ON audit_rows (workspace_id, at DESC, id)").execute(db);
  },
};
