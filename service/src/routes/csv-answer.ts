import { parseAccept } from "hono/utils/accept";
import { ReferralsError, type OperationName } from "referrals-embed/contract";
import type { Context } from "../domain/context.ts";
import { csvLists, writeCsv, type CsvOperation } from "../domain/workspaces/csv-lists.ts";
import { createSpool } from "./spool.ts";

/** Whether an operation can also answer its list as CSV. */
export function isCsvOperation(name: OperationName): name is CsvOperation {
  return Object.hasOwn(csvLists, name);
}

/** Whether the caller prefers CSV to JSON; the default is JSON. */
export function wantsCsv(name: OperationName, request: Request): name is CsvOperation {
  if (!isCsvOperation(name)) return false;
  const accepted = parseAccept(request.headers.get("accept") ?? "");
  const wish = (...types: string[]) => accepted.find(({ type }) => types.includes(type.toLowerCase()))?.q ?? 0;
  const csv = wish("text/csv");
  return csv > 0 && csv >= wish("application/json", "application/*", "*/*");
}

/** Parameters that select a page; CSV contains the whole list. */
const parts = ["page", "pageSize", "startingAfter", "endingBefore"];

/**
 * Sees to it that what is asked of a CSV file is not asked of JSON, whose amounts are minor units always.
 * @throws unprocessable_entity
 */
export function refuseAmounts({ amounts }: { amounts?: string | undefined }): void {
  if (amounts === undefined) return;
  const message =
    "custom: amounts: is of CSV files alone; send Accept: text/csv, or leave it out: JSON has minor units";
  throw new ReferralsError("unprocessable_entity", message);
}

/**
 * All items that match a list's query, as a CSV file. The store is read at full speed, also for a slow client.
 * @throws unprocessable_entity
 */
export async function csvAnswer(
  ctx: Context,
  name: CsvOperation,
  { query, url }: { query: object; url: string },
): Promise<Response> {
  const given = parts.find((part) => new URL(url).searchParams.has(part));
  if (given !== undefined) {
    const message = `custom: ${given}: cannot be given with Accept: text/csv, which answers the whole list; leave it out`;
    throw new ReferralsError("unprocessable_entity", message);
  }
  const spool = createSpool();
  try {
    await writeCsv(ctx, name, { query, write: spool.write });
    const day = new Date(ctx.clock.now()).toISOString().slice(0, 10);
    return new Response(spool.read(), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="${csvLists[name].name}-${day}.csv"`,
      },
    });
  } catch (error) {
    await spool.discard();
    throw error;
  }
}
