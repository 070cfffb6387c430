import { sql, type Kysely } from "kysely";
import { foldKey } from "referrals-embed/rules";
import type { Database } from "../../schema.ts";
import { isOneOf } from "../id-lists.ts";

/** Ids of the links a filter names, by ids of ours and `ext_` ids of the integrator; deleted ones too: their events still happened. */
export async function findLinks(
  db: Kysely<Database>,
  workspaceId: string,
  by: { names: string[] } | { domain: string; key: string },
): Promise<string[]> {
  let query = db.selectFrom("links").select("id").where("workspace_id", "=", workspaceId);
  if ("names" in by) {
    const externals = by.names.filter((name) => name.startsWith("ext_")).map((name) => name.replace("ext_", ""));
    query = query.where(sql<boolean>`(${isOneOf("id", by.names)} OR ${isOneOf("external_key", externals)})`);
  } else query = query.where("domain", "=", by.domain).where("key_folded", "=", foldKey(by.key));
  return (await query.execute()).map((row) => row.id);
}

/** Whether the workspace has the domain, or a link on it. */
export async function hasDomain(db: Kysely<Database>, workspaceId: string, domain: string): Promise<boolean> {
  const slug = domain.toLowerCase();
  const owned = await db
    .selectFrom("domains")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("slug", "=", slug)
    .executeTakeFirst();
  if (owned) return true;
  const used = await db
    .selectFrom("links")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("domain", "=", slug)
    .limit(1)
    .executeTakeFirst();
  return used !== undefined;
}

/** A live enrollment of the workspace's default program, by partner or tenant. */
export async function findEnrollmentId(
  db: Kysely<Database>,
  workspaceId: string,
  by: { partnerId: string } | { tenantId: string },
): Promise<string | undefined> {
  let query = db
    .selectFrom("enrollments as e")
    .innerJoin("workspaces as w", "w.default_program_id", "e.program_id")
    .select("e.id")
    .where("w.id", "=", workspaceId)
    .where("e.removed_at", "is", null);
  query =
    "partnerId" in by ? query.where("e.partner_id", "=", by.partnerId) : query.where("e.tenant_id", "=", by.tenantId);
  return (await query.executeTakeFirst())?.id;
}
