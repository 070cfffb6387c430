import { sql } from "kysely";
import type { Db } from "../../schema.ts";
import { earningsOfLinks } from "../sums/earning-sums.ts";
import { afterTest, type PageRange } from "./embed-earnings.ts";
import { selectLinks, type LinkWithTags } from "../links/links.ts";

/** A partner's own link, with its discount code while that works. */
export type OwnLinkRow = LinkWithTags & { discount_code: string | null };

function selectOwnLinks(db: Db) {
  const code = sql<string | null>`(SELECT min(code) FROM discount_codes WHERE link_id = l.id AND disabled_at IS NULL)`;
  return selectLinks(db).select(code.as("discount_code"));
}

/** A link by its id. */
export function findOwnLink(db: Db, id: string): Promise<OwnLinkRow> {
  return selectOwnLinks(db).where("l.id", "=", id).executeTakeFirstOrThrow();
}

/** Which links of an enrollment: all, only archived ones, or only the others. */
export interface OwnLinkFilter {
  enrollmentId: string;
  archived?: boolean | undefined;
}

/** An enrollment's undeleted links, newest first. */
async function listOwnLinks(db: Db, filter: OwnLinkFilter, { after, limit }: PageRange): Promise<OwnLinkRow[]> {
  let query = selectOwnLinks(db).where("l.enrollment_id", "=", filter.enrollmentId).where("l.deleted_at", "is", null);
  if (filter.archived !== undefined) query = query.where("l.archived", "=", filter.archived);
  query = query.where(afterTest(sql`l.created_at`, sql`l.id`, { after }));
  return query.orderBy("l.created_at", "desc").orderBy("l.id").limit(limit).execute();
}

/** The same, each with what it has earned. */
export async function listEarningLinks(
  db: Db,
  filter: OwnLinkFilter,
  range: PageRange,
): Promise<(OwnLinkRow & { earnings: number })[]> {
  const rows = await listOwnLinks(db, filter, range);
  const ids = rows.map(({ id }) => id);
  const earned = await earningsOfLinks(db, filter.enrollmentId, ids);
  return rows.map((row) => ({ ...row, earnings: earned.get(row.id) ?? 0 }));
}

/** How many undeleted links an enrollment has. */
export async function countOwnLinks(db: Db, { enrollmentId, archived }: OwnLinkFilter): Promise<number> {
  let query = db
    .selectFrom("links")
    .select(sql<number>`count(*)`.as("n"))
    .where("enrollment_id", "=", enrollmentId)
    .where("deleted_at", "is", null);
  if (archived !== undefined) query = query.where("archived", "=", archived);
  return (await query.executeTakeFirstOrThrow()).n;
}
