import type { Insertable, Selectable, Updateable } from "kysely";
import type { DomainsTable, FoldersTable, LinksTable, TagsTable } from "./tables.ts";

/** A link as stored. */
export type LinkRow = Selectable<LinksTable>;

/** A domain as stored. */
export type DomainRow = Selectable<DomainsTable>;

/** A folder as stored. */
export type FolderRow = Selectable<FoldersTable>;

/** A tag as stored. */
export type TagRow = Selectable<TagsTable>;

/** The values of a new link besides domain and key; other columns have defaults in the database. */
export type NewLink = Omit<
  Insertable<LinksTable>,
  "id" | "workspace_id" | "domain" | "key" | "short_link" | "created_at" | "updated_at"
>;

/** Columns to write. */
export type LinkColumns = Updateable<LinksTable>;
