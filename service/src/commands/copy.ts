import { mkdir, open, rm, type FileHandle } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Config } from "../config.ts";
import { exportStore } from "../store/copy/export-store.ts";
import { openStore, type Store } from "../store/open.ts";
import { EXPORT_COPY, PRIVATE_DIRECTORY, PRIVATE_FILE } from "../store/private-files.ts";
import { bringAlong } from "./bring-along.ts";
import { UsageError, type Given } from "./command.ts";
import { importFields, importKinds, importPresets } from "./import-presets.ts";
import { operatorCommand, pathOf, workspaceOption, type Operator } from "./operator.ts";
import { ways } from "../bounds.ts";
import { excessOf } from "../middleware/json-shape.ts";
import { mustBeUtf8 } from "./read-text.ts";
import { importStore } from "../store/copy/import-store.ts";

/** `export <file>`: all programs as of one moment. */
export const exportCommand = operatorCommand(
  {
    does: "write the whole store into a file",
    isLong: true,
    takes: "<file>",
    more:
      "Lines of JSON, one consistent snapshot of every workspace, for the archive or to move to another database: an embedded\n" +
      "store's export can be imported into PostgreSQL and the other way round. The file holds personal data and webhook\n" +
      "secrets; only you may read it. A file that exists is left alone. A service that runs answers meanwhile; of an embedded store\n" +
      "it reads a copy, which needs as much room in DATA_DIR as the store until the file is written.",
  },
  async ({ store, ctx, config, isServing }, given) => {
    const [path = ""] = given.args;
    const file = await open(pathOf(given, path), "wx", PRIVATE_FILE).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`${path} cannot be written: ${error.code === "EEXIST" ? "it exists" : error.code}.`);
    });
    const write = async (from: Store): Promise<void> => {
      for await (const text of exportStore(from, new Date(ctx.clock.now()))) await file.write(text);
    };
    try {
      // On the embedded store a snapshot is one transaction on its one session, which would block all other work.
      if (isServing && store.engine === "embedded") await onCopy(store, config, write);
      else await write(store);
      await file.sync();
    } finally {
      await file.close();
    }
    return `${path} is written.`;
  },
);

/** Reads an embedded store of a running service from a copy of its database, which is removed afterwards. */
async function onCopy(store: Store, { dataDir }: Config, read: (copy: Store) => Promise<void>): Promise<void> {
  const directory = resolve(dataDir, EXPORT_COPY);
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { mode: PRIVATE_DIRECTORY });
  try {
    await store.copyDatabase(join(directory, "pgdata"), async () => {});
    const copy = await openStore({ dataDir: directory });
    await read(copy).finally(() => copy.close());
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** `import <file>`, the counterpart of `export`, and `import partners|customers|sales <file>`, which moves in from another product. */
export const importCommand = operatorCommand(
  {
    does: "bring along partners, customers or sales, or read an export",
    isLong: true,
    makesStore: true,
    takes: "[partners|customers|sales] <file>",
    options: {
      "dry-run": { value: true, does: "print what would happen to each row, and write nothing" },
      preset: {
        value: Object.keys(importPresets).join("|"),
        does: "whose export the file is; default: columns by our names",
      },
      amounts: { value: "minor|major", does: "sales: whether sums are like 2990, the default, or like 29.90" },
      refused: { value: "file", does: "where rows go that were not taken, with reasons; default: <file>.refused.csv" },
      ...workspaceOption,
    },
    more:
      "Moving in takes three files, in this order: partners, customers, sales. Each row is judged alone,\n" +
      "and one that is known already changes nothing, so that a file may be imported again; a sale that\n" +
      "says otherwise is told as changed or as a conflict. Sales keep their dates and what they earned;\n" +
      "what was paid before is never paid again. Run verify afterwards.\n" +
      "With a file alone, all of a store that export wrote is read into an empty one, all or nothing.\n\n" +
      importKinds.map((kind) => `Columns of ${kind}: ${importFields[kind].join(", ")}.`).join("\n\n"),
  },
  async (operator, given) => {
    const [first = "", second] = given.args;
    const kind = importKinds.find((known) => known === first);
    if (kind && second === undefined) throw new UsageError(`Which file? import ${kind} <file.csv>`);
    if (kind) return bringAlong(operator, kind, given);
    if (second === undefined) return importCopy(operator, given, first);
    throw new UsageError(`import takes ${importKinds.join(", ")}, not ${first}.`);
  },
);

async function importCopy({ store }: Operator, given: Given, path: string): Promise<string> {
  await mustBeUtf8(pathOf(given, path));
  const file = await open(pathOf(given, path));
  try {
    const counts = await importStore(store, linesOf(file));
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return `${rows} rows were imported: ${counts["workspaces"]} workspaces, ${counts["enrollments"]} enrollments, ${counts["links"]} links.`;
  } finally {
    await file.close();
  }
}

/**
 * Starts reading with the first requested line: errors emitted before a listener is attached would be lost.
 * @throws UsageError for a line that is nested so deep that the embedded database would stop over it
 */
async function* linesOf(file: FileHandle): AsyncGenerator<string> {
  const { depth } = ways.copy;
  let at = 0;
  for await (const line of file.readLines()) {
    at += 1;
    if (excessOf(Buffer.from(line), { depth, parts: Infinity }))
      throw new UsageError(
        `Line ${at} is nested more than ${depth} levels deep, which no export is. Nothing was imported.`,
      );
    yield line;
  }
}
