import { sql, type Kysely, type Migration } from "kysely";

const keys = "workspace_id, domain, folder_id, user_id, archived";

/**
 * How many undeleted links a workspace has by domain, folder, user and archive: the sum of its rows. A change adds a row and locks
 * none, so that links made at the same time never wait for each other; a job folds the rows of a workspace together.
 */
const statements = [
  `CREATE TABLE link_counts (
  workspace_id text NOT NULL,
  domain text NOT NULL,
  folder_id text,
  user_id text,
  archived boolean NOT NULL,
  count bigint NOT NULL,
  folded boolean NOT NULL DEFAULT false
)`,
  `CREATE FUNCTION count_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL THEN
    INSERT INTO link_counts (${keys}, count)
    VALUES (OLD.workspace_id, OLD.domain, OLD.folder_id, OLD.user_id, OLD.archived, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL THEN
    INSERT INTO link_counts (${keys}, count)
    VALUES (NEW.workspace_id, NEW.domain, NEW.folder_id, NEW.user_id, NEW.archived, 1);
  END IF;
  RETURN NULL;
END $$`,
  `CREATE TRIGGER links_count_rows AFTER INSERT OR DELETE ON links FOR EACH ROW EXECUTE FUNCTION count_links()`,
  `CREATE TRIGGER links_count_changes AFTER UPDATE OF domain, folder_id, user_id, archived, deleted_at ON links
  FOR EACH ROW WHEN ((OLD.domain, OLD.folder_id, OLD.user_id, OLD.archived, OLD.deleted_at)
    IS DISTINCT FROM (NEW.domain, NEW.folder_id, NEW.user_id, NEW.archived, NEW.deleted_at))
  EXECUTE FUNCTION count_links()`,
  `INSERT INTO link_counts (${keys}, count, folded)
SELECT ${keys}, count(*), true FROM links WHERE deleted_at IS NULL GROUP BY ${keys}`,
  `CREATE INDEX link_counts_workspace ON link_counts (workspace_id)`,
  `CREATE INDEX link_counts_changes ON link_counts (workspace_id) WHERE NOT folded`,
];

export const linkCounts: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
