import { sql } from "kysely";
import type { Db } from "../../schema.ts";

/** What enrollments are found by. */
export interface Names {
  partnerIds: string[];
  tenantIds: string[];
  emailKeys: string[];
  customerIds: string[];
}

/** The live enrollments of a workspace that are named so, and those that customers named so are bound to. */
export async function enrollmentsNamed(db: Db, workspaceId: string, names: Names): Promise<string[]> {
  const live = sql`removed_at IS NULL AND program_id IN (SELECT id FROM programs WHERE workspace_id = ${workspaceId})`;
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM enrollments WHERE partner_id = ANY (${names.partnerIds}::text[]) AND ${live}
    UNION SELECT id FROM enrollments WHERE tenant_id = ANY (${names.tenantIds}::text[]) AND ${live}
    UNION SELECT id FROM enrollments WHERE ${live}
      AND partner_id IN (SELECT id FROM partners WHERE email_key = ANY (${names.emailKeys}::text[]))
    UNION SELECT enrollment_id FROM customers WHERE workspace_id = ${workspaceId} AND enrollment_id IS NOT NULL
      AND external_key = ANY (${names.customerIds}::text[])`.execute(db);
  return rows.map(({ id }) => id);
}
