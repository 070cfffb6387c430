import { cp, mkdir, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { PRIVATE_DIRECTORY } from "../store/private-files.ts";
import { UsageError } from "./command.ts";
import { operatorCommand, pathOf } from "./operator.ts";

/** `backup <directory>`: the embedded store as it stands. */
export const backup = operatorCommand(
  {
    does: "copy the data directory",
    isLong: true,
    takes: "<directory>",
    more:
      "The copy holds the embedded store and the click journal of one moment; start a service with DATA_DIR on it to restore. A\n" +
      "service that runs writes the copy itself, so the directory must be one that it may write to. The API waits meanwhile,\n" +
      "remembered short links do not. PostgreSQL is backed up with its own tools (pg_dump), and export writes\n" +
      "either store; these too work while the service runs.",
  },
  async ({ store, config }, given) => {
    const [to = ""] = given.args;
    if (store.engine === "postgres")
      throw new UsageError("A PostgreSQL server is backed up with its own tools (pg_dump), or with export.");
    const [from, target] = [resolve(config.dataDir), pathOf(given, to)];
    await mkdir(target, { recursive: true, mode: PRIVATE_DIRECTORY }).catch((error: NodeJS.ErrnoException) => {
      // The running service may write less than whoever types: a container, a hardened unit.
      throw new UsageError(
        `${to} cannot be written by the service (${error.code}). Name a place that it may write to.`,
      );
    });
    if ((await readdir(target)).length > 0) throw new UsageError(`${to} is not empty. Name a new directory.`);
    // The one session of the store is held, so no file of the database changes, and nothing is taken out of the journal.
    await store.transaction(() => copyData(from, target));
    return `${from} is copied to ${target}.`;
  },
);

/** What belongs to the running process, and to this directory alone. */
const own = ["lock", "operator.sock", "journal"];

async function copyData(from: string, to: string): Promise<void> {
  const filter = (path: string): boolean => !own.some((name) => path === join(from, name));
  await cp(from, to, { recursive: true, preserveTimestamps: true, filter });
  const journal = join(from, "journal");
  const names = (await readdir(journal)).filter((name) => name !== "lock");
  await mkdir(join(to, "journal"), { mode: PRIVATE_DIRECTORY });
  for (const name of names)
    await cp(join(journal, name), join(to, "journal", name), { recursive: true }).catch(unlessGone);
}

/** A segment that is gone was loaded before the session was held. */
function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
