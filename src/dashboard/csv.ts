/** A cell: texts are escaped against formulas, numbers are written as they are. */
export type CsvCell = string | number | null;

/** Texts a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A CSV file: RFC 4180, UTF-8 with BOM. Text cells that begin like a formula get a leading `'`; numbers never do.
 * @param header English machine names
 */
export function toCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): Blob {
  const lines = [header, ...rows].map((row) => row.map(csvCell).join(","));
  return new Blob(["\uFEFF", lines.join("\r\n"), "\r\n"], { type: "text/csv;charset=utf-8" });
}

/**
 * A moment as spreadsheets read it, in the reader's zone: the day, and with `time` the minute. `YYYY-MM-DD HH:MM` is how Swedish
 * writes it; the instant itself would move a midnight to the day before.
 */
export function csvDate(iso: string, timeZone: string, time?: boolean): string {
  const timeStyle = time ? "short" : undefined;
  return new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle }).format(new Date(iso));
}

/** One cell as it stands in the file. */
export function csvCell(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
