import { type Kysely, Migrator } from "kysely";
import { migrations } from "./migrations/index.ts";

/**
 * Brings the schema up to date; answers the names of the migrations applied. Safe to run on several replicas at once: Kysely holds an
 * advisory lock meanwhile.
 *
 * @throws Error when a migration fails; the database then is as before it.
 */
export const migrate = async <Tables>(db: Kysely<Tables>): Promise<string[]> => {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw new Error(`the database cannot be migrated: ${reasonOf(error)}`, { cause: error });
  return results.map(({ migrationName }) => migrationName);
};

function reasonOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  if (!said.startsWith("corrupted migrations")) return said;
  return "it was written by a newer version of this program. Start that version, or restore a backup of before its first start.";
}
