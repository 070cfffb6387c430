import { copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Pool, PoolClient } from "pg";
import { present } from "../../present.ts";
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from "../private-files.ts";

/** Directories whose files a copy starts without: the log comes after all others, and slots belong to the process. */
const apart = new Set(["pg_wal", "pg_replslot"]);

/** Keeps the log from the beginning of the copy, so that no checkpoint removes it. Ends with the session. */
const SLOT = "copy";

/**
 * Copies the database of an embedded store while it answers: PostgreSQL's online backup. Files change during the copy; a start on the copy
 * replays the log, which makes them consistent. The session is held only at the end, for the rest of the log.
 * @param from the database's files
 * @param to a directory that is not there yet
 * @param atEnd runs at the moment of the copy's state, while nothing is written
 * @throws Error when the database was restarted meanwhile
 */
export async function copyDatabase(
  pool: Pool,
  { from, to, atEnd }: { from: string; to: string; atEnd: () => Promise<void> },
): Promise<void> {
  let isOver = false;
  try {
    const { first } = await one<{ first: string }>(pool, START);
    const log: CopiedLog = { from: join(from, "pg_wal"), to: join(to, "pg_wal"), first, copied: new Set() };
    await copyFiles(from, to);
    for (const name of apart) await mkdir(join(to, name), { mode: PRIVATE_DIRECTORY });
    // Full segments do not change any more, so little is left for the end.
    await copyLog(log, (await one<{ current: string }>(pool, CURRENT)).current);
    await held(pool, async (session) => {
      const { last, label } = await one<{ last: string; label: string }>(session, STOP);
      isOver = true;
      await copyLog(log, `${last}~`);
      await writeFile(join(to, "backup_label"), label, { mode: PRIVATE_FILE });
      await atEnd();
    });
  } catch (error) {
    if (/backup is not in progress/.test((error as Error).message)) {
      throw new Error("The embedded store was started anew while it was copied. Do it again.", { cause: error });
    }
    throw error;
  } finally {
    if (!isOver) await pool.query("SELECT pg_backup_stop(false)").catch(() => {});
    await pool.query(`SELECT pg_drop_replication_slot('${SLOT}')`).catch(() => {});
  }
}

const START = `SELECT pg_walfile_name(pg_backup_start('${SLOT}', true)) AS first
  FROM pg_create_physical_replication_slot('${SLOT}', true, true)`;
const CURRENT = "SELECT pg_walfile_name(pg_current_wal_lsn()) AS current";
const STOP = "SELECT pg_walfile_name(lsn) AS last, labelfile AS label FROM pg_backup_stop(false)";

async function one<Row extends object>(session: Pick<PoolClient, "query">, sql: string): Promise<Row> {
  return present((await session.query<Row>(sql)).rows[0], "the row");
}

async function held(pool: Pool, work: (session: PoolClient) => Promise<void>): Promise<void> {
  const session = await pool.connect();
  try {
    await work(session);
  } finally {
    session.release();
  }
}

async function copyFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: PRIVATE_DIRECTORY });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (apart.has(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFiles(source, target);
    // A file removed by the database is also removed by replaying the log.
    else if (entry.isFile()) await copyFile(source, target).catch(unlessGone);
  }
}

/** Segments of the log, which are named in their order. */
interface CopiedLog {
  from: string;
  to: string;
  first: string;
  copied: Set<string>;
}

async function copyLog({ from, to, first, copied }: CopiedLog, before: string): Promise<void> {
  for (const name of await readdir(from)) {
    if (!/^[\dA-F]{24}$/.test(name) || name < first || name >= before || copied.has(name)) continue;
    await copyFile(join(from, name), join(to, name));
    copied.add(name);
  }
}

/** A file that is gone needs no copy. */
export function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
