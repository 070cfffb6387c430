import { sql, type RawBuilder } from "kysely";
import type { AnalyticsKeys, TopLink } from "referrals-embed/contract";
import type { Db } from "../../schema.ts";

/** Kinds of records in a grouping by id. */
export type LabelledGrouping =
  | "top_links"
  | "top_folders"
  | "top_link_tags"
  | "top_partners"
  | "top_groups"
  | "top_partner_tags";

type Label = Record<string, unknown>;

const readers: {
  [G in LabelledGrouping]: (db: Db, ids: string[], workspaceId: string) => Promise<Map<string, Label>>;
} = {
  top_links: async (db, ids) => {
    const rows = await db
      .selectFrom("links")
      .select([
        "id",
        "domain",
        "key",
        "short_link",
        "url",
        "created_at",
        "title",
        "comments",
        "folder_id",
        "partner_id",
      ])
      .where(isAmong(ids))
      .execute();
    return mapOf(rows, (row): TopLink => ({
      link: row.id,
      id: row.id,
      domain: row.domain,
      key: row.key,
      shortLink: row.short_link,
      url: row.url,
      createdAt: row.created_at.toISOString(),
      title: row.title,
      comments: row.comments,
      folderId: row.folder_id,
      partnerId: row.partner_id,
    }));
  },
  top_folders: async (db, ids) => {
    const rows = await db.selectFrom("folders").select(["id", "name"]).where(isAmong(ids)).execute();
    return mapOf(rows, (row): AnalyticsKeys["top_folders"] => ({ folderId: row.id, folder: row }));
  },
  top_link_tags: async (db, ids) => {
    const rows = await db.selectFrom("tags").select(["id", "name", "color"]).where(isAmong(ids)).execute();
    return mapOf(rows, (row): Label => ({ tagId: row.id, tag: row }));
  },
  top_partner_tags: async (db, ids) => {
    const rows = await db.selectFrom("tags").select(["id", "name"]).where(isAmong(ids)).execute();
    return mapOf(rows, (row): AnalyticsKeys["top_partner_tags"] => ({ partnerTagId: row.id, partnerTag: row }));
  },
  top_groups: async (db, ids) => {
    const rows = await db.selectFrom("groups").select(["id", "name", "slug", "color"]).where(isAmong(ids)).execute();
    return mapOf(rows, (row): AnalyticsKeys["top_groups"] => ({ groupId: row.id, group: row }));
  },
  top_partners: async (db, ids, workspaceId) => {
    const { rows } = await sql<AnalyticsKeys["top_partners"]["partner"] & { payoutsEnabledAt: Date | null }>`
      SELECT p.id, f.name, p.email, f.image, f.payouts_enabled_at AS "payoutsEnabledAt", f.country
      FROM partners p JOIN partner_profiles f ON f.partner_id = p.id AND f.workspace_id = ${workspaceId}
      WHERE p.id = ANY(${ids}::text[]) AND f.partner_id = ANY(${ids}::text[])`.execute(db);
    return mapOf(rows, (row): Label => {
      const enabled = row.payoutsEnabledAt as Date | null;
      return { partnerId: row.id, partner: { ...row, payoutsEnabledAt: enabled?.toISOString() ?? null } };
    });
  },
};

/** One parameter, not one for each of some thousand ids. */
function isAmong(ids: string[]): RawBuilder<boolean> {
  return sql<boolean>`id = ANY (${ids}::text[])`;
}

/** The records of a grouping's ids; ids of deleted records are left out. */
export async function labelsOf(
  db: Db,
  grouping: LabelledGrouping,
  { ids, workspaceId }: { ids: string[]; workspaceId: string },
): Promise<Map<string, Label>> {
  return ids.length === 0 ? new Map() : readers[grouping](db, ids, workspaceId);
}

function mapOf<R extends { id: string }>(rows: readonly R[], label: (row: R) => object): Map<string, Label> {
  return new Map(rows.map((row) => [row.id, label(row) as Label]));
}
