import { report, type Figure } from "../stage/report.ts";

/** Prints a figure and hands it on; the service runs on the embedded store. */
export function printFigure(
  row: string,
  value: number,
  { unit = "ms", most, note }: { unit?: Figure["unit"]; most?: number; note?: string } = {},
): void {
  const verdict = most === undefined ? "" : `at most ${most}: ${value <= most ? "met" : "missed"}`;
  const digits = { CLS: 4, "×": 2 }[unit as string] ?? 0;
  const found = value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const said = note ? `${verdict} (${note})` : verdict;
  console.log(`  ${row.padEnd(56)}${found.padStart(8)} ${unit.padEnd(10)}${said}`.trimEnd());
  report({ row, engine: "embedded", value, unit, ...(most !== undefined && { most }), ...(note && { note }) });
}
