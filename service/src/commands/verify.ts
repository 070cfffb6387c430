import { readConfig } from "../config.ts";
import { verifyData, type Verification } from "../domain/verify/verify-data.ts";
import { openStore } from "../store/open.ts";

/** Checks the data against the invariants of domain-rules §13, prints one line per check, and exits with 1 if one is violated. */
export async function verify(): Promise<void> {
  const config = readConfig(process.env);
  const store = await openStore(config.databaseUrl ? { databaseUrl: config.databaseUrl } : { dataDir: config.dataDir });
  try {
    const results = await verifyData({ db: store.db, config });
    for (const result of results) console.log(lineOf(result));
    if (results.some(({ violations }) => violations > 0)) process.exitCode = 1;
  } finally {
    await store.close();
  }
}

function lineOf({ id, says, violations, ids }: Verification): string {
  const found = violations === 0 ? "ok" : `${violations} violations: ${ids.join(", ")}`;
  return `${id.padEnd(4)} ${says}: ${found}`;
}
