import type { Insertable, Updateable } from "kysely";
import type { Db } from "../../schema.ts";
import type { DomainRow } from "../../schema/links.ts";
import { containing } from "./link-list.ts";
import type { DomainsTable } from "../../schema/tables.ts";

/** Which domains of a workspace. */
export interface DomainListFilter {
  archived?: boolean | undefined;
  search?: string | undefined;
  page: number;
  pageSize: number;
}

/** Domains of a workspace, newest first. */
export function listDomains(db: Db, workspaceId: string, filter: DomainListFilter): Promise<DomainRow[]> {
  let query = db.selectFrom("domains").selectAll().where("workspace_id", "=", workspaceId);
  if (filter.archived !== undefined) query = query.where("archived", "=", filter.archived);
  if (filter.search) query = query.where("slug", "like", containing(filter.search));
  return query
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute();
}

/** Hosts the operator has given to a workspace, in the order of their names. */
export async function grantedDomains(db: Db, workspaceId: string): Promise<string[]> {
  const query = db.selectFrom("domains").select("slug").where("workspace_id", "=", workspaceId);
  const rows = await query.where("granted", "=", true).orderBy("slug").execute();
  return rows.map(({ slug }) => slug);
}

/** A domain of a workspace. */
export function findDomain(db: Db, workspaceId: string, slug: string): Promise<DomainRow | undefined> {
  return db
    .selectFrom("domains")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("slug", "=", slug)
    .executeTakeFirst();
}

/** Adds a domain; one the workspace has already is a unique violation of `domains_workspace_slug`. */
export async function insertDomain(db: Db, row: Insertable<DomainsTable>): Promise<DomainRow> {
  return db.insertInto("domains").values(row).returningAll().executeTakeFirstOrThrow();
}

/** Changes a domain; a host that another workspace has proven is a unique violation of `domains_verified_slug`. */
export async function updateDomain(db: Db, id: string, patch: Updateable<DomainsTable>): Promise<DomainRow> {
  return db.updateTable("domains").set(patch).where("id", "=", id).returningAll().executeTakeFirstOrThrow();
}

/** Makes a domain the workspace's primary one, or with `null` none. */
export async function setPrimaryDomain(db: Db, workspaceId: string, slug: string | null): Promise<void> {
  await db
    .updateTable("domains")
    .set({ primary: false })
    .where("workspace_id", "=", workspaceId)
    .where("primary", "=", true)
    .execute();
  await db.updateTable("workspaces").set({ primary_domain: slug }).where("id", "=", workspaceId).execute();
  if (slug === null) return;
  await db
    .updateTable("domains")
    .set({ primary: true })
    .where("workspace_id", "=", workspaceId)
    .where("slug", "=", slug)
    .execute();
}

/** Whether a workspace has undeleted links on a domain. */
export async function hasLinksOn(db: Db, workspaceId: string, slug: string): Promise<boolean> {
  const row = await db
    .selectFrom("links")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("domain", "=", slug)
    .where("deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes a host from every workspace that had it verified without the operator's grant. */
export async function withdrawUngranted(db: Db, slug: string, reason: string): Promise<void> {
  await db
    .updateTable("domains")
    .set({ status: "failed", check_result: reason, primary: false })
    .where("slug", "=", slug)
    .where("granted", "=", false)
    .execute();
}

/** Removes a domain. */
export async function deleteDomain(db: Db, id: string): Promise<void> {
  await db.deleteFrom("domains").where("id", "=", id).execute();
}
