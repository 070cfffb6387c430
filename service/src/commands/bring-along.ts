import { open, type FileHandle } from "node:fs/promises";
import type { ImportOutcome } from "referrals-embed/contract";
import { csvLine } from "referrals-embed/rules";
import type { Context } from "../domain/context.ts";
import { importCustomers } from "../domain/imports/import-customer.ts";
import { importPartners } from "../domain/imports/import-partner.ts";
import { importSales } from "../domain/imports/import-sale.ts";
import { bounds } from "../bounds.ts";
import { rejectUnstorable } from "../middleware/reject-unstorable.ts";
import { validate } from "../middleware/validate.ts";
import { customerImport, partnerImport, saleImport } from "../schemas/import.ts";
import { PRIVATE_FILE } from "../store/private-files.ts";
import { refreshStatistics } from "../store/queries/tracking/imports.ts";
import { UsageError, type Done, type Given } from "./command.ts";
import { columnsFor, foldName, importPresets, missingFields, namesFor, type ImportKind } from "./import-presets.ts";
import { itemOf, labelOf, type RowFormat } from "./import-rows.ts";
import { pathOf, valueOf, type Operator } from "./operator.ts";
import { csvRows, type CsvRow } from "./read-csv.ts";
import { textOf } from "./read-text.ts";

/** Rows in memory, and in one transaction: enough that a statement costs little for each, few enough that other calls wait for a second at most. */
const batchSize = 500;

/** Rows between two progress reports. */
const tellEvery = 1000;

/** The count of each outcome. */
type Counts = Record<ImportOutcome["outcome"], number>;

/** A running import. */
interface Run {
  ctx: Context;
  kind: ImportKind;
  preset: string | undefined;
  format: RowFormat;
  dryRun: boolean;
  refused: RefusedFile;
  tell: Operator["tell"];
}

/** Imports a file of partners, customers or sales, a batch of rows at a time, so that a file of any size takes no more memory than a small one. */
export async function bringAlong({ inWorkspace, tell }: Operator, kind: ImportKind, given: Given): Promise<Done> {
  const path = pathOf(given, given.args[1] ?? "");
  const preset = presetOf(given);
  const format = { columns: columnsFor(kind, preset), isMajor: amountsOf(given) === "major" };
  const dryRun = given.options["dry-run"] === true;
  const refused = new RefusedFile(pathOf(given, valueOf(given, "refused") ?? `${path}.refused.csv`));
  if (refused.path === path) throw new UsageError("--refused names the file itself. Name another one.");
  const counts: Counts = { created: 0, updated: 0, changed: 0, unchanged: 0, conflict: 0, refused: 0 };
  const run = { ctx: await inWorkspace(), kind, preset, format, dryRun, refused, tell };
  try {
    let rows = 0;
    let countAgainAt = 0;
    for await (const batch of batchesOf(csvRows(textOf(path)))) {
      if (rows >= countAgainAt) {
        await refreshStatistics(run.ctx.db);
        countAgainAt = Math.max(rows * 2, batchSize);
      }
      if (rows === 0) await checkHeader(run, Object.keys(batch[0]?.values ?? {}));
      for (const { outcome } of await importBatch(run, batch)) counts[outcome] += 1;
      rows += batch.length;
      await tell(rows % tellEvery === 0 ? `${summaryOf(rows, counts)}\n` : "", "stderr");
    }
    if (rows === 0) throw new UsageError(`${path} has no row. It needs a header, and a line for each of the ${kind}.`);
    const ends = [
      `${summaryOf(rows, counts)}${dryRun ? " Nothing was written: it was a dry run." : ""}`,
      ...(refused.isOpen ? [`The rows of which nothing was taken are in ${refused.path}, each with its reason.`] : []),
    ];
    return { text: ends.join("\n"), exitCode: counts.refused + counts.conflict > 0 ? 1 : 0 };
  } finally {
    await refused.close();
  }
}

async function importBatch(run: Run, batch: readonly CsvRow[]): Promise<ImportOutcome[]> {
  const { kind, format, dryRun } = run;
  const outcomes = await importItems(
    run,
    batch.map(({ values }) => values),
  );
  const lines: string[] = [];
  for (const [index, { line, values }] of batch.entries()) {
    const { outcome, error } = outcomes[index] ?? { outcome: "refused", error: null };
    const reason = error ? `: ${error.message}` : "";
    if (dryRun) lines.push(`line ${line}  ${labelOf(kind, values, format)}  ${outcome}${reason}\n`);
    else if (error) await run.refused.add(values, error.message);
  }
  if (dryRun) await run.tell(lines.join(""), "stdout");
  return outcomes;
}

/** The bulk operations of the API, with its checks; a row that cannot become an item is refused with its reason. */
function importItems(
  { ctx, kind, format, dryRun, tell }: Run,
  rows: readonly Record<string, string>[],
): Promise<ImportOutcome[]> {
  const item = (row: unknown): object => {
    rejectUnstorable(row, { bytes: bounds.bodyString });
    return withoutNothing(itemOf(kind, row as Record<string, string>, format));
  };
  const way = { dryRun, beforeNext: () => tell("", "stderr") };
  switch (kind) {
    case "partners":
      return importPartners(ctx, rows, { ...way, check: (row) => validate(partnerImport, item(row)) });
    case "customers":
      return importCustomers(ctx, rows, { ...way, check: (row) => validate(customerImport, item(row)) });
    case "sales":
      return importSales(ctx, rows, { ...way, check: (row) => validate(saleImport, item(row)) });
  }
}

/** JSON has no `undefined`: such a field is left out. */
function withoutNothing(item: object): object {
  return JSON.parse(JSON.stringify(item)) as object;
}

/** @throws UsageError for a file without a column of a field that every row needs */
async function checkHeader({ kind, preset, format: { columns }, tell }: Run, header: readonly string[]): Promise<void> {
  const missing = missingFields(kind, preset, header);
  if (missing.length > 0) {
    const names = namesFor(kind, preset);
    const wanted = missing.map((field) => (preset === undefined ? field : `${field} (${names[field]?.join(" or ")})`));
    const products = Object.keys(importPresets);
    const product = products.find((name) => missingFields(kind, name, header).length === 0);
    const cure = product
      ? `It has those of an export of ${product}: add --preset ${product}.`
      : `Rename its columns, in which letter case, spaces and punctuation do not count${preset === undefined ? `, or name the product it comes from: --preset ${products.join(", ")}` : ""}.`;
    throw new UsageError(`The file has no column for ${wanted.join(", ")}; it has: ${header.join(", ")}. ${cure}`);
  }
  const used = new Set([...columns.values()].flat());
  const unused = header.filter((name) => !used.has(foldName(name)));
  if (unused.length > 0) await tell(`Columns that are not used: ${unused.join(", ")}.\n`, "stderr");
}

function summaryOf(rows: number, { created, updated, changed, unchanged, conflict, refused }: Counts): string {
  return `${rows} rows: ${created} new, ${updated} completed, ${changed} changed, ${unchanged} unchanged, ${conflict} in conflict, ${refused} refused.`;
}

function presetOf(given: Given): string | undefined {
  const preset = valueOf(given, "preset");
  if (preset === undefined || Object.hasOwn(importPresets, preset)) return preset;
  throw new UsageError(`--preset must be one of ${Object.keys(importPresets).join(", ")}, not ${preset}.`);
}

function amountsOf(given: Given): "major" | "minor" {
  const amounts = valueOf(given, "amounts") ?? "minor";
  if (amounts === "major" || amounts === "minor") return amounts;
  throw new UsageError(`--amounts must be minor, as 2990, or major, as 29.90; not ${amounts}.`);
}

/** Rows in import batches; a row is read only when its batch is requested. */
export async function* batchesOf(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow[]> {
  let batch: CsvRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The refused rows with an additional column for the reason: correct them there and import that file. */
class RefusedFile {
  readonly path: string;
  #file: FileHandle | undefined;

  constructor(path: string) {
    this.path = path;
  }

  get isOpen(): boolean {
    return this.#file !== undefined;
  }

  async add(values: Record<string, string>, reason: string): Promise<void> {
    const { reason: _, ...row } = values;
    if (!this.#file) {
      this.#file = await open(this.path, "w", PRIVATE_FILE);
      await this.#file.write(csvLine([...Object.keys(row), "reason"]));
    }
    await this.#file.write(csvLine([...Object.values(row), reason]));
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }
}
