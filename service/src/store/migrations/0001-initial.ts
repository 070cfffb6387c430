import { sql, type Kysely, type Migration } from "kysely";
import { accountTables } from "./initial/accounts.ts";
import { deliveryTables } from "./initial/delivery.ts";
import { derivedColumns } from "./initial/derived.ts";
import { enrollmentTables } from "./initial/enrollments.ts";
import { linkTables } from "./initial/links.ts";
import { moneyTables } from "./initial/money.ts";
import { rollupTables } from "./initial/rollups.ts";
import { trackingTables } from "./initial/tracking.ts";

/** The whole schema as one list of statements, in the order of their references. */
const statements = [
  accountTables,
  enrollmentTables,
  linkTables,
  trackingTables,
  moneyTables,
  deliveryTables,
  rollupTables,
  derivedColumns,
];

export const initial: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements.flatMap(split)) await sql.raw(statement).execute(db);
  },
};

/** Drivers prepare one statement at a time, so each file parts its own with a line of dashes. */
function split(text: string): string[] {
  return text
    .split(/^-{4,}$/m)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
