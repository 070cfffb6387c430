import { open, type FileHandle } from "node:fs/promises";
import { exportStore } from "../store/copy/export-store.ts";
import { PRIVATE_FILE } from "../store/private-files.ts";
import { UsageError } from "./command.ts";
import { operatorCommand, pathOf } from "./operator.ts";
import { importStore } from "../store/copy/import-store.ts";

/** `export <file>`: all programs as of one moment. */
export const exportCommand = operatorCommand(
  {
    does: "write the whole store into a file",
    takes: "<file>",
    reads: true,
    more:
      "Lines of JSON, one consistent snapshot of every workspace, for the archive or to move to another database: an embedded\n" +
      "store's export can be imported into PostgreSQL and the other way round. The file holds personal data and webhook\n" +
      "secrets; only you may read it. A file that exists is left alone. On the embedded store the API waits meanwhile, remembered\n" +
      "short links do not.",
  },
  async ({ store, ctx }, given) => {
    const [path = ""] = given.args;
    const file = await open(pathOf(given, path), "wx", PRIVATE_FILE).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`${path} cannot be written: ${error.code === "EEXIST" ? "it exists" : error.code}.`);
    });
    try {
      for await (const text of exportStore(store, new Date(ctx.clock.now()))) await file.write(text);
      await file.sync();
    } finally {
      await file.close();
    }
    return `${path} is written.`;
  },
);

/** `import <file>`: the counterpart of `export`. */
export const importCommand = operatorCommand(
  {
    does: "read a file written by export into an empty store",
    takes: "<file>",
    more: "All or nothing. Run verify afterwards: it checks the data against the invariants.",
  },
  async ({ store }, given) => {
    const [path = ""] = given.args;
    const file = await open(pathOf(given, path)).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`${path} cannot be read: ${error.code}.`);
    });
    try {
      const counts = await importStore(store, linesOf(file));
      const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
      return `${rows} rows were imported: ${counts["workspaces"]} workspaces, ${counts["enrollments"]} enrollments, ${counts["links"]} links.`;
    } finally {
      await file.close();
    }
  },
);

/** Starts reading with the first requested line: errors emitted before a listener is attached would be lost. */
async function* linesOf(file: FileHandle): AsyncGenerator<string> {
  yield* file.readLines();
}
