import type { ExportQuery } from "referrals-embed/contract";
import type { Context } from "../context.ts";
import { exportRows, type ExportPart, type ExportRows, type ExportSection } from "./export-rows.ts";
import type { EmbedSession } from "./session.ts";
import { present } from "../../present.ts";

/** What a file is called and what it is. */
export interface ExportFile {
  name: string;
  contentType: string;
}

/**
 * Writes the partner's data: JSON of one or all parts, or CSV of one. All of it is as of one moment, so
 * it is written as fast as it can be read, whoever waits for it; nothing is held here but the batch being written.
 * @throws ReferralsError 403
 */
export function exportFile(
  ctx: Context,
  session: EmbedSession,
  { query, write }: { query: ExportQuery; write: (text: string) => Promise<void> },
): Promise<ExportFile> {
  const { format = "json", section = "all" } = query;
  const json = format === "json";
  return ctx.store.snapshot(async (db) => {
    const source = await exportRows({ ...ctx, db }, session, section);
    for await (const text of json ? asJson(source, section) : asCsv(source, section as ExportSection))
      await write(text);
    const day = new Date(ctx.clock.now()).toISOString().slice(0, 10);
    return {
      name: `referrals-${section}-${day}.${format}`,
      contentType: `${json ? "application/json" : "text/csv"}; charset=utf-8`,
    };
  });
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

/** RFC 4180 in UTF-8 with a byte order mark, so that spreadsheets read it right. */
async function* asCsv({ rows }: ExportRows, part: ExportSection): AsyncGenerator<string> {
  const columns = exportColumns[part];
  yield `\uFEFF${columns.join(",")}\r\n`;
  for await (const row of rows(part)) yield `${columns.map((column) => cell(valueAt(row, column))).join(",")}\r\n`;
}

/** `customer.label` is the label of the customer, empty without one. */
function valueAt(row: object, column: string): unknown {
  return column
    .split(".")
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], row);
}

/** Text a spreadsheet would take for a formula gets a leading quote; numbers never. */
function cell(value: unknown): string {
  if (typeof value === "number") return String(value);
  const text = typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
  const safe = text.replace(/^[=+\-@\t]/, "'$&");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const columns = (names: string): readonly string[] => names.split(" ");

/** Columns of each part's CSV; a dot reaches into a record. */
const exportColumns: Record<ExportSection, readonly string[]> = {
  profile: columns(
    "id name email image username description country companyName website youtube twitter linkedin instagram tiktok " +
      "leaderboardOptIn leaderboardName locale timezone",
  ),
  links: columns(
    "id domain key shortLink url shareUrl isDefault archived clicks leads conversions sales saleAmount createdAt updatedAt",
  ),
  earnings: columns(
    "id type amount earnings currency status quantity description statusReason createdAt payableAt paidAt payout.id " +
      "payout.status customer.id customer.label customer.country link.id link.shortLink link.url sourceId rule.rewardId " +
      "rule.type rule.amount rule.capped",
  ),
  payouts: columns(
    "id amount currency status method periodStart periodEnd createdAt initiatedAt paidAt failureReason commissionCount",
  ),
  events: columns(
    "id event timestamp eventName link.id link.shortLink country city device browser os referer trigger customer.id " +
      "customer.label customer.country sale.amount sale.currency earnings",
  ),
  referrals: columns("id status values createdAt updatedAt"),
};
