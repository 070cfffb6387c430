import { sql } from "kysely";
import { foldKey } from "referrals-embed/rules";
import type { Db } from "../../schema.ts";
import type { LinkRow } from "../../schema/links.ts";

/** A page's reference to its link: domain and key, or an identifier on a domain or in a workspace. */
export type TrackedAddress =
  | { domain: string; key: string }
  | { identifier: string; domain: string | null; workspaceId: string | null };

/** A link, with the expiry of its partner's invitation. */
export type TrackedLink = LinkRow & { invited_until: Date | null };

/** The undeleted link that a page names; none for an identifier that several workspaces use on one domain. */
export async function findTrackedLink(db: Db, address: TrackedAddress): Promise<TrackedLink | undefined> {
  let query = trackedLinks(db);
  if ("key" in address) {
    query = query.where("l.domain", "=", address.domain).where("l.key_folded", "=", foldKey(address.key));
  } else {
    const { identifier, domain, workspaceId } = address;
    query = query.where("l.identifier", "=", identifier);
    if (domain !== null) query = query.where("l.domain", "=", domain);
    if (workspaceId !== null) query = query.where("l.workspace_id", "=", workspaceId);
  }
  const [link, ...others] = await query.limit(2).execute();
  return others.length === 0 ? link : undefined;
}

/** The undeleted link of an id. */
export function findLinkById(db: Db, id: string): Promise<TrackedLink | undefined> {
  return trackedLinks(db).where("l.id", "=", id).executeTakeFirst();
}

const trackedLinks = (db: Db) =>
  db
    .selectFrom("links as l")
    .leftJoin("enrollments as e", "e.id", "l.enrollment_id")
    .selectAll("l")
    .select(sql<Date | null>`CASE WHEN e.status = 'invited' THEN e.invite_expires_at END`.as("invited_until"))
    .where("l.deleted_at", "is", null);

/** The partner and discount of a link's enrollment, the link's code, and the status data that decide whether it earns. */
export function findOffer(db: Db, enrollmentId: string, linkId: string) {
  return db
    .selectFrom("enrollments as e")
    .innerJoin("programs as p", "p.id", "e.program_id")
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
      "f.named_to_friends",
      "p.currency",
      "p.embed",
    ])
    .select((eb) =>
      eb
        .selectFrom("discount_codes as c")
        .select((code) => code.fn.min("c.code").as("code"))
        .where("c.link_id", "=", linkId)
        .where("c.disabled_at", "is", null)
        .as("code"),
    )
    .where("e.id", "=", enrollmentId)
    .executeTakeFirst();
}
