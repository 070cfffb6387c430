import type { Generated, GeneratedAlways, Insertable, Selectable, Updateable } from "kysely";
import type { DomainStatus, TagColor, TestVariant } from "referrals-embed/contract";
import type { DefaultJson, Json, Timestamp } from "./column.ts";

export interface DomainsTable {
  id: string;
  workspace_id: string;
  slug: string;
  status: Generated<DomainStatus>;
  checked_at: Timestamp | null;
  check_result: string | null;
  granted: Generated<boolean>;
  primary: Generated<boolean>;
  archived: Generated<boolean>;
  placeholder: string | null;
  expired_url: string | null;
  not_found_url: string | null;
  logo: string | null;
  asset_links: string | null;
  apple_app_site_association: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface FoldersTable {
  id: string;
  workspace_id: string;
  name: string;
  description: string | null;
  access_level: "write" | "read" | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface TagsTable {
  id: string;
  workspace_id: string;
  name: string;
  color: Generated<TagColor>;
  created_at: Timestamp;
}

export interface LinksTable {
  id: string;
  workspace_id: string;
  program_id: string | null;
  partner_id: string | null;
  enrollment_id: string | null;
  folder_id: string | null;
  user_id: string | null;
  tenant_id: string | null;
  external_id: string | null;
  external_key: GeneratedAlways<string | null>;
  identifier: string | null;
  domain: string;
  key: string;
  /** What makes keys the same (`foldKey`): unique within a domain. */
  key_folded: string;
  short_link: string;
  url: string;
  search_text: GeneratedAlways<string | null>;
  track_conversion: Generated<boolean>;
  archived: Generated<boolean>;
  public_stats: Generated<boolean>;
  proxy: Generated<boolean>;
  rewrite: Generated<boolean>;
  do_index: Generated<boolean>;
  is_default: Generated<boolean>;
  comments: string | null;
  expires_at: Timestamp | null;
  expired_url: string | null;
  password_hash: string | null;
  title: string | null;
  description: string | null;
  image: string | null;
  video: string | null;
  ios: string | null;
  android: string | null;
  geo: Json<Record<string, string> | null>;
  utm_source: string | null;
  utm_medium: string | null;
  utm_campaign: string | null;
  utm_term: string | null;
  utm_content: string | null;
  ref: string | null;
  webhook_ids: DefaultJson<string[]>;
  test_variants: Json<TestVariant[] | null>;
  test_started_at: Timestamp | null;
  test_completed_at: Timestamp | null;
  disabled_at: Timestamp | null;
  disabled_by: string | null;
  deleted_at: Timestamp | null;
  clicks: Generated<number>;
  unique_clicks: Generated<number>;
  leads: Generated<number>;
  conversions: Generated<number>;
  sales: Generated<number>;
  sale_amount: Generated<number>;
  last_clicked: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface LinkCountsTable {
  workspace_id: string;
  domain: string;
  folder_id: string | null;
  user_id: string | null;
  archived: boolean;
  count: number;
  folded: Generated<boolean>;
}

export interface LinkTagsTable {
  link_id: string;
  tag_id: string;
  position: Generated<number>;
}

export interface EnrollmentTagsTable {
  enrollment_id: string;
  tag_id: string;
}

export interface RetiredKeysTable {
  domain: string;
  key_folded: string;
  link_id: string;
  retired_at: Timestamp;
}

export interface DiscountCodesTable {
  id: string;
  workspace_id: string;
  program_id: string;
  code: string;
  discount_id: string | null;
  enrollment_id: string;
  link_id: string;
  disabled_at: Timestamp | null;
  disabled_by: string | null;
  created_at: Timestamp;
}

/** A link as stored. */
export type LinkRow = Selectable<LinksTable>;

/** A domain as stored. */
export type DomainRow = Selectable<DomainsTable>;

/** A folder as stored. */
export type FolderRow = Selectable<FoldersTable>;

/** A tag as stored. */
export type TagRow = Selectable<TagsTable>;

/** What a link is made of besides its place; the rest has defaults in the database. */
export type NewLink = Omit<
  Insertable<LinksTable>,
  "id" | "workspace_id" | "domain" | "key" | "short_link" | "created_at" | "updated_at"
>;

/** Columns to write. */
export type LinkColumns = Updateable<LinksTable>;
