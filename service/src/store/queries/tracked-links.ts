import { sql, type Kysely } from "kysely";
import type { Database } from "../schema.ts";
import type { LinkRow } from "./tracking.ts";

type Db = Kysely<Database>;

/** How a page names its link: by its place, or by its identifier on a domain or in a workspace. */
export type TrackedAddress =
  | { domain: string; key: string }
  | { identifier: string; domain: string | null; workspaceId: string | null };

/** The undeleted link a page names; an identifier that several workspaces use on one domain is none. */
export async function findTrackedLink(db: Db, address: TrackedAddress): Promise<LinkRow | undefined> {
  let query = db.selectFrom("links").selectAll().where("deleted_at", "is", null);
  if ("key" in address) {
    query = query.where("domain", "=", address.domain).where(sql`lower(key)`, "=", sql`lower(${address.key})`);
  } else {
    const { identifier, domain, workspaceId } = address;
    query = query.where("identifier", "=", identifier);
    if (domain !== null) query = query.where("domain", "=", domain);
    if (workspaceId !== null) query = query.where("workspace_id", "=", workspaceId);
  }
  const [link, ...others] = await query.limit(2).execute();
  return others.length === 0 ? link : undefined;
}

/** The partner and discount of a link's enrollment, and what says whether it earns. */
export function findOffer(db: Db, enrollmentId: string) {
  return db
    .selectFrom("enrollments as e")
    .leftJoin("partner_profiles as f", (join) =>
      join.onRef("f.partner_id", "=", "e.partner_id").onRef("f.workspace_id", "=", "e.workspace_id"),
    )
    .leftJoin("discounts as d", "d.id", "e.discount_id")
    .select([
      "e.partner_id",
      "e.status",
      "e.invite_expires_at",
      "e.removed_at",
      "f.name",
      "f.image",
      "d.id as discount_id",
      "d.type",
      "d.amount_minor",
      "d.rate_bp",
      "d.max_duration",
    ])
    .where("e.id", "=", enrollmentId)
    .executeTakeFirst();
}
