import { sql } from "kysely";
import type { Config } from "../config.ts";
import { verifyData, type Verification } from "../domain/verify/verify-data.ts";
import type { Store } from "../store/open.ts";
import { operatorCommand } from "./operator.ts";

/** `verify`: one line per invariant of domain-rules §13 that can be read off the data; ends with 1 if one is violated. */
export const verify = operatorCommand(
  {
    does: "check the data against the invariants and end",
    reads: true,
    more: "One line per check; it ends with 1 if one is violated, and says ids of what violates it. It changes nothing.",
  },
  async ({ store, config }) => {
    const results =
      store.engine === "embedded" ? await verifyData({ db: store.db, config }) : await unlimited(store, config);
    const exitCode = results.some(({ violations }) => violations > 0) ? 1 : 0;
    return { text: results.map(lineOf).join("\n"), exitCode };
  },
);

/** Each check reads all there is: on a large store longer than a request's statement may take. */
function unlimited(store: Store, config: Config): Promise<Verification[]> {
  return store.transaction(async (db) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(db);
    return verifyData({ db, config });
  });
}

function lineOf({ id, says, violations, ids }: Verification): string {
  const found = violations === 0 ? "ok" : `${violations} violations: ${ids.join(", ")}`;
  return `${id.padEnd(4)} ${says}: ${found}`;
}
