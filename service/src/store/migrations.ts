import { readFileSync } from "node:fs";
import { sql, type Kysely, type Migration } from "kysely";

/**
 * Every migration by name, applied in name order by Kysely's Migrator. The first makes the whole schema of 1.0 (`schema.sql`). Until 1.0.0 is
 * released a change goes in there; afterwards it is another migration, and that file stays as it is.
 */
export const migrations: Record<string, Migration> = {
  "1.0-schema": {
    up: async (db: Kysely<unknown>): Promise<void> => {
      const schema = readFileSync(new URL("./schema.sql", import.meta.url), "utf8");
      for (const statement of statementsOf(schema)) await sql.raw(statement).execute(db);
    },
  },
};

/** Drivers prepare one statement at a time. A statement ends with a semicolon at the end of its line, a function with its `$$`. */
function statementsOf(text: string): string[] {
  const withoutComments = text.replaceAll(/ *--.*$/gm, "");
  return (
    withoutComments.match(/(?:\$\$[\s\S]*?\$\$|[^;])+?;/g)?.map((statement) => statement.trim().slice(0, -1)) ?? []
  );
}
