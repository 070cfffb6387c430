import { open } from "node:fs/promises";
import { exportStore } from "../store/copy/export-store.ts";
import { UsageError } from "./command.ts";
import { operatorCommand, pathOf } from "./operator.ts";

/** `export <file>` (Y3, all programs). */
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
    const file = await open(pathOf(given, path), "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
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
