import { join } from "node:path";
import { sql } from "kysely";
import type { Config } from "../config.ts";
import { findSuspects, verifyData, type Verification } from "../domain/verify/verify-data.ts";
import { countDamaged } from "../clicks/journal/journal.ts";
import type { Store } from "../store/open.ts";
import { refusedClicks } from "../store/queries/operation/journal.ts";
import { operatorCommand } from "./operator.ts";

/** `verify`: one line per invariant of docs/rules/invariants.md that can be read off the data; ends with 1 if one is violated. */
export const verify = operatorCommand(
  {
    does: "check the data against the invariants and end",
    isLong: true,
    more: "One line per check; it ends with 1 if one is violated, and says ids of what violates it. It changes nothing.",
  },
  async ({ store, config }) => {
    const results = await verifyStore(store, config);
    const exitCode = results.some(({ violations }) => violations > 0) ? 1 : 0;
    return { text: [...results.map(lineOf), ...(await setAside(store, config))].join("\n"), exitCode };
  },
);

/** Each check reads all data: on a large PostgreSQL that takes longer than a request's statement limit. */
export function verifyStore(store: Store, config: Config): Promise<Verification[]> {
  if (store.engine === "embedded") return verifyData({ db: store.db, config });
  return store.transaction(async (db) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(db);
    return verifyData({ db, config });
  });
}

/** Reported, but not violations: money that a person has to check, and answered clicks that are in no table. */
async function setAside({ db }: Store, { dataDir }: Config): Promise<string[]> {
  const { count, reasons } = await refusedClicks(db);
  const damaged = countDamaged(join(dataDir, "journal"));
  return [
    ...(await findSuspects({ db })).map(
      ({ violations, says, ids }) =>
        `note ${violations} ${says}: ${ids.join(", ")}${violations > ids.length ? " …" : ""}`,
    ),
    ...(count > 0 ? [`note ${count} clicks were refused and are kept in refused_clicks: ${reasons.join("; ")}`] : []),
    ...(damaged > 0 ? [`note ${damaged} damaged stretches of the click journal are kept in journal/damaged`] : []),
  ];
}

function lineOf({ id, says, violations, ids }: Verification): string {
  const found = violations === 0 ? "ok" : `${violations} violations: ${ids.join(", ")}`;
  return `${id.padEnd(4)} ${says}: ${found}`;
}
