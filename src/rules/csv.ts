import type { ExportQuery } from "../contract/records.ts";

/** A part of a partner's export with its own file. */
export type ExportSection = Exclude<NonNullable<ExportQuery["section"]>, "all">;

/** The first characters of our CSV files, so that spreadsheets read them as UTF-8. */
export const csvMark = "\uFEFF";

/** A line of a CSV file (RFC 4180). */
export function csvLine(values: readonly unknown[]): string {
  return csvRow(values.map(csvCell));
}

/** A line of cells as {@link csvCell} writes them. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.join(",")}\r\n`;
}

/**
 * What a spreadsheet would run as a formula: with blanks or marks of no width before it too, and by the signs of full width, which those of
 * China and Japan take for the others.
 */
const formula = /^[\s\u200B-\u200F\u2060\uFEFF]*[=+\-@＝＋－＠]|^[\t\r]/;

/** A cell. Text a spreadsheet would run as a formula gets a leading quote; numbers never. */
export function csvCell(value: unknown): string {
  if (typeof value === "number") return String(value);
  const text = typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What a column shows of a record; `customer.label` is the label of the customer, empty without one. */
export function csvValue(row: object, column: string): unknown {
  return column
    .split(".")
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], row);
}

/** Columns of each part's CSV; a dot reaches into a record. */
const columns: Readonly<Record<Exclude<ExportSection, "profile">, string>> = {
  links:
    "id domain key shortLink url shareUrl isDefault archived clicks leads conversions sales saleAmount createdAt updatedAt",
  earnings:
    "id type amount earnings currency status quantity description statusReason createdAt payableAt paidAt payout.id " +
    "payout.status customer.id customer.label customer.country link.id link.shortLink link.url sourceId rule.rewardId " +
    "rule.type rule.amount rule.capped",
  payouts:
    "id amount currency status method periodStart periodEnd createdAt initiatedAt paidAt failureReason commissionCount",
  events:
    "id event timestamp eventName link.id link.shortLink country city device browser os referer trigger customer.id " +
    "customer.label customer.country sale.amount sale.currency earnings",
  referrals: "id status values createdAt updatedAt",
};

/** The columns of a part's CSV; of the profile they are its fields. */
export function exportColumns(section: ExportSection, profile: object): string[] {
  return section === "profile" ? Object.keys(profile) : columns[section].split(" ");
}
