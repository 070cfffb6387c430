import { cp, mkdir, readdir, rename } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { unlessGone } from "../store/embedded/copy-database.ts";
import { EXPORT_COPY, PRIVATE_DIRECTORY } from "../store/private-files.ts";
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
      "service that runs writes the copy itself, so the directory must be one that it may write to; it answers meanwhile.\n" +
      "PostgreSQL is backed up with its own tools (pg_dump), and export writes either store.",
  },
  async ({ store, config }, given) => {
    const [to = ""] = given.args;
    if (store.engine === "postgres")
      throw new UsageError("A PostgreSQL server is backed up with its own tools (pg_dump), or with export.");
    const [from, target] = [resolve(config.dataDir), pathOf(given, to)];
    if (`${target}${sep}`.startsWith(`${from}${sep}`))
      throw new UsageError(`${to} is in the data directory. Name a place outside of it.`);
    await mkdir(target, { recursive: true, mode: PRIVATE_DIRECTORY }).catch((error: NodeJS.ErrnoException) => {
      // The running service may have fewer write permissions than the operator: a container, a hardened unit.
      throw new UsageError(
        `${to} cannot be written by the service (${error.code}). Name a place that it may write to.`,
      );
    });
    if ((await readdir(target)).length > 0) throw new UsageError(`${to} is not empty. Name a new directory.`);
    // It gets its final name only when complete: a service would start on an interrupted copy, with half the data.
    await store.copyDatabase(join(target, "pgdata.part"), () => copyRest(from, target));
    await rename(join(target, "pgdata.part"), join(target, "pgdata"));
    return `${from} is copied to ${target}.`;
  },
);

/** Files not copied here: they belong to the running process, or are the database. */
const apart = new Set(["lock", "operator.sock", "journal", "pgdata", EXPORT_COPY]);

/** Copies the files beside the database. The journal removes nothing meanwhile, so every click is in the journal or the database. */
async function copyRest(from: string, to: string): Promise<void> {
  for (const name of await readdir(from)) {
    if (!apart.has(name)) await copyOne(join(from, name), join(to, name));
  }
  await mkdir(join(to, "journal"), { mode: PRIVATE_DIRECTORY });
  for (const name of await readdir(join(from, "journal"))) {
    // A segment that no longer exists was loaded before.
    if (name !== "lock") await copyOne(join(from, "journal", name), join(to, "journal", name)).catch(unlessGone);
  }
}

function copyOne(from: string, to: string): Promise<void> {
  return cp(from, to, { recursive: true, preserveTimestamps: true });
}
