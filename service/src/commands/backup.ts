import { cp, mkdir, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readConfig } from "../config.ts";
import { lockDirectory } from "../store/embedded/lock-file.ts";
import { UsageError, type Command } from "./command.ts";

/** `backup <directory>`: the embedded store as it stands. */
export const backup: Command = {
  does: "copy the data directory of a stopped service",
  takes: "<directory>",
  more:
    "The copy holds the embedded store and the click journal; start a service with DATA_DIR on it to restore. PostgreSQL is\n" +
    "backed up with its own tools (pg_dump), and export writes either store while the service runs.",
  async run({ args: [to = ""] }) {
    const { databaseUrl, dataDir } = readConfig(process.env);
    if (databaseUrl) throw new UsageError("A PostgreSQL server is backed up with its own tools (pg_dump).");
    const from = resolve(dataDir);
    const unlock = lockDirectory(from);
    try {
      await mkdir(to, { recursive: true });
      if ((await readdir(to)).length > 0) throw new UsageError(`${to} is not empty. Name a new directory.`);
      await cp(from, to, {
        recursive: true,
        preserveTimestamps: true,
        filter: (path) => !["lock", "operator.sock"].some((name) => path === join(from, name)),
      });
    } finally {
      unlock();
    }
    console.log(`${from} is copied to ${to}.`);
  },
};
