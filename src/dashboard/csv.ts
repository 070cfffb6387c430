import { csvLine, csvMark } from "../rules/csv.ts";

/** A cell: texts are escaped against formulas, numbers are written as they are. */
export type CsvCell = string | number | null;

/**
 * A CSV file of what is on screen.
 * @param header English machine names
 */
export function toCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): Blob {
  return new Blob([csvMark, ...[header, ...rows].map(csvLine)], { type: "text/csv;charset=utf-8" });
}

/**
 * A moment as spreadsheets read it, in the reader's zone: the day, and with `time` the minute. `YYYY-MM-DD HH:MM` is how Swedish
 * writes it; the instant itself would move a midnight to the day before.
 */
export function csvDate(iso: string, timeZone: string, time?: boolean): string {
  const timeStyle = time ? "short" : undefined;
  return new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle }).format(new Date(iso));
}
