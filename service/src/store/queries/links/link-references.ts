import { sql } from "kysely";
import type { DomainStatus, EnrollmentStatus } from "referrals-embed/contract";
import type { Db } from "../../schema.ts";

/** The workspace of a link, with its default domain. */
export async function linkWorkspace(db: Db, workspaceId: string) {
  return db
    .selectFrom("workspaces as w")
    .leftJoin("domains as d", (join) =>
      join
        .onRef("d.workspace_id", "=", "w.id")
        .onRef("d.slug", "=", "w.primary_domain")
        .on("d.status", "=", "verified"),
    )
    .select(["w.default_program_id", "d.slug as primary_domain"])
    .where("w.id", "=", workspaceId)
    .executeTakeFirstOrThrow();
}

/** The state of a workspace's domain; undefined when it has not added it. */
export async function domainStatus(db: Db, workspaceId: string, slug: string): Promise<DomainStatus | undefined> {
  const row = await db
    .selectFrom("domains")
    .select("status")
    .where("workspace_id", "=", workspaceId)
    .where("slug", "=", slug)
    .executeTakeFirst();
  return row?.status;
}

/** Those of the ids that exist in a workspace. */
export async function existingIds(
  db: Db,
  table: "folders" | "webhooks" | "tags" | "programs",
  { workspaceId, ids }: { workspaceId: string; ids: readonly string[] },
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom(table)
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "in", ids)
    .execute();
  return rows.map((row) => row.id);
}

/** Tags of a workspace by lower-case name. */
export async function tagsByName(db: Db, workspaceId: string, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom("tags")
    .select(["id", sql<string>`lower(name)`.as("name")])
    .where("workspace_id", "=", workspaceId)
    .where(sql`lower(name)`, "in", names)
    .execute();
  return new Map(rows.map((row) => [row.name, row.id]));
}

/** An enrollment as the owner of links. */
export interface OwnerRow {
  id: string;
  program_id: string;
  partner_id: string;
  tenant_id: string | null;
  status: EnrollmentStatus;
  invite_expires_at: Date | null;
}

/** The new owner of links: an enrollment of a partner or a tenant in the workspace's programs. */
export interface NewOwner {
  workspaceId: string;
  partnerId?: string | null | undefined;
  tenantId?: string | null | undefined;
}

/**
 * Locks the rows of the enrollments that own links, and of the new owner, in id order. Call it before locking the links: a ban locks them
 * in this order too.
 */
export async function lockOwnersOf(
  db: Db,
  linkIds: readonly string[],
  { workspaceId, partnerId = null, tenantId = null }: NewOwner,
): Promise<void> {
  const own = sql`program_id IN (SELECT id FROM programs WHERE workspace_id = ${workspaceId})`;
  await sql`
    SELECT id FROM enrollments WHERE id = ANY (ARRAY(
      SELECT enrollment_id FROM links WHERE id = ANY (${linkIds}::text[])
      UNION SELECT id FROM enrollments WHERE partner_id = ${partnerId} AND ${own}
      UNION SELECT id FROM enrollments WHERE tenant_id = ${tenantId} AND ${own}
    )) ORDER BY id FOR NO KEY UPDATE`.execute(db);
}

/**
 * The live enrollment a link would belong to, locked, so that a ban and a new link never interleave. Of a partner or, without one, of a
 * tenant.
 */
export async function lockOwner(
  db: Db,
  programId: string,
  { partnerId, tenantId }: { partnerId?: string | undefined; tenantId?: string | undefined },
): Promise<OwnerRow | undefined> {
  return db
    .selectFrom("enrollments")
    .select(["id", "program_id", "partner_id", "tenant_id", "status", "invite_expires_at"])
    .where("program_id", "=", programId)
    .where("removed_at", "is", null)
    .where(partnerId === undefined ? "tenant_id" : "partner_id", "=", partnerId ?? tenantId ?? "")
    .forNoKeyUpdate()
    .executeTakeFirst();
}
