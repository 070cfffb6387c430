import { open, type FileHandle } from "node:fs/promises";
import { importStore } from "../store/copy/import-store.ts";
import { UsageError } from "./command.ts";
import { operatorCommand, pathOf } from "./operator.ts";

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

/** Begins to read when the first line is asked for: what a reader says before anybody listens is lost. */
async function* linesOf(file: FileHandle): AsyncGenerator<string> {
  yield* file.readLines();
}
