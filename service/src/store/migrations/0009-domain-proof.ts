import { sql, type Kysely, type Migration } from "kysely";

/**
 * A domain belongs to the workspace that proved it, not to the one that named it first: any number of workspaces may name a host, one can
 * have it verified. `granted`: the operator handed one of `LINK_DOMAINS` to this workspace.
 */
const statements = [
  `ALTER TABLE domains
  ADD COLUMN status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'verified', 'failed')),
  ADD COLUMN checked_at timestamptz(3),
  ADD COLUMN check_result text,
  ADD COLUMN granted boolean NOT NULL DEFAULT false`,
  `UPDATE domains SET status = 'verified' WHERE verified`,
  `UPDATE workspaces w SET primary_domain = NULL FROM domains d
  WHERE d.workspace_id = w.id AND d.slug = w.primary_domain AND NOT d.verified`,
  `UPDATE domains SET "primary" = false WHERE "primary" AND NOT verified`,
  `ALTER TABLE domains DROP COLUMN verified`,
  `ALTER TABLE domains DROP CONSTRAINT domains_slug_key`,
  `CREATE UNIQUE INDEX domains_verified_slug ON domains (slug) WHERE status = 'verified'`,
  `CREATE UNIQUE INDEX domains_workspace_slug ON domains (workspace_id, slug)`,
  `DROP INDEX domains_workspace`,
];

export const domainProof: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
