/**
 * Links, their keys and labels. Counters stay on the link row: its indexes hold no counter, so a counter update is a
 * heap-only update, for which the fill factor leaves room.
 *
 * A key that had a click is never given to another link. Deleted rows with events stay under `links_key`; keys given up by
 * a rename go to `retired_keys`. Whoever takes a key inserts the link first and looks into `retired_keys` after, in the same transaction.
 */
export const linkTables = `
CREATE TABLE domains (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  slug text NOT NULL UNIQUE,
  verified boolean NOT NULL DEFAULT false,
  "primary" boolean NOT NULL DEFAULT false,
  archived boolean NOT NULL DEFAULT false,
  placeholder text,
  expired_url text,
  not_found_url text,
  logo text,
  asset_links text,
  apple_app_site_association text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
)
----
CREATE UNIQUE INDEX domains_primary ON domains (workspace_id) WHERE "primary"
----
CREATE INDEX domains_workspace ON domains (workspace_id)
----
CREATE TABLE folders (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  name text NOT NULL,
  description text,
  access_level text CHECK (access_level IN ('write', 'read')),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
)
----
CREATE INDEX folders_workspace ON folders (workspace_id)
----
CREATE TABLE tags (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  name text NOT NULL,
  color text NOT NULL DEFAULT 'blue'
    CHECK (color IN ('red', 'yellow', 'green', 'blue', 'purple', 'brown', 'gray', 'pink')),
  created_at timestamptz(3) NOT NULL
)
----
CREATE UNIQUE INDEX tags_name ON tags (workspace_id, lower(name))
----
CREATE TABLE links (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  program_id text REFERENCES programs,
  partner_id text REFERENCES partners,
  enrollment_id text REFERENCES enrollments,
  folder_id text REFERENCES folders,
  user_id text,
  tenant_id text,
  external_id text,
  external_key text GENERATED ALWAYS AS (regexp_replace(external_id, '^ext_', '')) STORED,
  identifier text,
  domain text NOT NULL,
  key text NOT NULL,
  short_link text NOT NULL,
  url text NOT NULL,
  search_text text GENERATED ALWAYS AS (lower(key || E'\\n' || short_link || E'\\n' || url)) STORED,
  track_conversion boolean NOT NULL DEFAULT false,
  archived boolean NOT NULL DEFAULT false,
  public_stats boolean NOT NULL DEFAULT false,
  proxy boolean NOT NULL DEFAULT false,
  rewrite boolean NOT NULL DEFAULT false,
  do_index boolean NOT NULL DEFAULT false,
  is_default boolean NOT NULL DEFAULT false,
  comments text,
  expires_at timestamptz(3),
  expired_url text,
  password_hash text,
  title text,
  description text,
  image text,
  video text,
  ios text,
  android text,
  geo jsonb,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  utm_term text,
  utm_content text,
  ref text,
  webhook_ids jsonb NOT NULL DEFAULT '[]',
  test_variants jsonb,
  test_started_at timestamptz(3),
  test_completed_at timestamptz(3),
  disabled_at timestamptz(3),
  disabled_by text,
  deleted_at timestamptz(3),
  clicks bigint NOT NULL DEFAULT 0 CHECK (clicks >= 0),
  unique_clicks bigint NOT NULL DEFAULT 0,
  leads bigint NOT NULL DEFAULT 0 CHECK (leads >= 0),
  conversions bigint NOT NULL DEFAULT 0 CHECK (conversions >= 0),
  sales bigint NOT NULL DEFAULT 0 CHECK (sales >= 0),
  sale_amount bigint NOT NULL DEFAULT 0 CHECK (sale_amount >= 0),
  last_clicked timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK ((partner_id IS NULL) = (enrollment_id IS NULL)),
  CHECK ((disabled_at IS NULL) = (disabled_by IS NULL))
) WITH (fillfactor = 80)
----
CREATE UNIQUE INDEX links_key ON links (domain, lower(key))
----
CREATE UNIQUE INDEX links_external_id ON links (workspace_id, external_key) WHERE deleted_at IS NULL
----
CREATE UNIQUE INDEX links_identifier ON links (workspace_id, identifier) WHERE deleted_at IS NULL
----
CREATE INDEX links_workspace ON links (workspace_id, created_at DESC, id)
----
CREATE INDEX links_enrollment ON links (enrollment_id, created_at, id)
----
CREATE INDEX links_url ON links (workspace_id, md5(url))
----
CREATE INDEX links_tenant ON links (workspace_id, tenant_id) WHERE tenant_id IS NOT NULL
----
CREATE INDEX links_folder ON links (folder_id) WHERE folder_id IS NOT NULL
----
CREATE INDEX links_search ON links USING gin (search_text gin_trgm_ops)
----
CREATE TABLE link_tags (
  link_id text NOT NULL REFERENCES links ON DELETE CASCADE,
  tag_id text NOT NULL REFERENCES tags ON DELETE CASCADE,
  position integer NOT NULL DEFAULT 0,
  PRIMARY KEY (link_id, tag_id)
)
----
CREATE INDEX link_tags_tag ON link_tags (tag_id)
----
CREATE TABLE enrollment_tags (
  enrollment_id text NOT NULL REFERENCES enrollments ON DELETE CASCADE,
  tag_id text NOT NULL REFERENCES tags ON DELETE CASCADE,
  PRIMARY KEY (enrollment_id, tag_id)
)
----
CREATE INDEX enrollment_tags_tag ON enrollment_tags (tag_id)
----
CREATE TABLE retired_keys (
  domain text NOT NULL,
  key_lower text NOT NULL,
  link_id text NOT NULL,
  retired_at timestamptz(3) NOT NULL,
  PRIMARY KEY (domain, key_lower)
)
----
CREATE TABLE discount_codes (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  program_id text NOT NULL REFERENCES programs,
  code text NOT NULL,
  discount_id text REFERENCES discounts,
  enrollment_id text NOT NULL REFERENCES enrollments,
  link_id text NOT NULL REFERENCES links,
  disabled_at timestamptz(3),
  disabled_by text,
  created_at timestamptz(3) NOT NULL
)
----
CREATE UNIQUE INDEX discount_codes_code ON discount_codes (program_id, lower(code))
----
CREATE INDEX discount_codes_link ON discount_codes (link_id)
`;
