import type { ExportQuery } from "referrals-embed/contract";
import { csvLine, csvMark, csvValue, exportColumns, type ExportSection } from "referrals-embed/rules";
import { ownRowTotal } from "../../store/queries/embed/embed-events.ts";
import type { Context } from "../context.ts";
import { exportRows, type ExportPart, type ExportRows } from "./export-rows.ts";
import type { EmbedSession } from "./session.ts";
import { profile } from "../../schemas/embed-data.ts";
import { present } from "../../present.ts";

/** Name and media type of a file. */
export interface ExportFile {
  name: string;
  contentType: string;
}

/** As many rows of a partner as are read in some tens of milliseconds. */
const quickRows = 2_000;

/**
 * Writes the partner's data: JSON of one or all parts, or CSV of one. All of it is from one moment, except many rows on the embedded
 * store (`Store.snapshot`). It is written as fast as the store is read, also for a slow client; memory holds only the batch being written.
 * @throws ReferralsError 403
 */
export async function exportFile(
  ctx: Context,
  session: EmbedSession,
  { query, write }: { query: ExportQuery; write: (text: string) => Promise<void> },
): Promise<ExportFile> {
  const { format = "json", section = "all" } = query;
  const json = format === "json";
  const isLong = (await ownRowTotal(ctx.db, session.enrollmentId, quickRows + 1)) > quickRows;
  const writeAll = async (db: Context["db"]): Promise<ExportFile> => {
    const source = await exportRows({ ...ctx, db }, session, section);
    for await (const text of json ? asJson(source, section) : asCsv(source, section as ExportSection))
      await write(text);
    const day = new Date(ctx.clock.now()).toISOString().slice(0, 10);
    return {
      name: `referrals-${section}-${day}.${format}`,
      contentType: `${json ? "application/json" : "text/csv"}; charset=utf-8`,
    };
  };
  return ctx.store.snapshot(writeAll, { isLong });
}

async function* asJson(source: ExportRows, section: string): AsyncGenerator<string> {
  if (section !== "all") return yield* partAsJson(source, present(source.parts[0], "the part"));
  yield "{";
  for (const [index, part] of source.parts.entries()) {
    yield `${index === 0 ? "" : ","}"${part}":`;
    yield* partAsJson(source, part);
  }
  yield "}";
}

async function* partAsJson({ rows }: ExportRows, part: ExportPart): AsyncGenerator<string> {
  const list = part !== "profile" && part !== "enrollment";
  if (list) yield "[";
  let first = true;
  for await (const row of rows(part)) {
    yield (first ? "" : ",") + JSON.stringify(row);
    first = false;
  }
  if (list) yield "]";
}

async function* asCsv({ rows }: ExportRows, part: ExportSection): AsyncGenerator<string> {
  const columns = exportColumns(part, profile.shape);
  yield csvMark + csvLine(columns);
  for await (const row of rows(part)) yield csvLine(columns.map((column) => csvValue(row, column)));
}
