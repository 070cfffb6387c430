import { appendFileSync } from "node:fs";

/** A figure of the table that `npm run bench` ends with: one row for all engines. */
export interface Figure {
  row: string;
  engine: string;
  value: number;
  unit: "ms" | "×" | "/s" | "MB" | "s" | "requests" | "CLS";
  /** What is aimed at: no more, or no less, than this; without either it is only shown. */
  most?: number;
  least?: number;
  /** Which of several cases it was, what else there is to know. */
  note?: string;
}

/** Hands a figure to the program that prints the table. */
export function report(figure: Figure): void {
  const file = process.env["BENCH_FIGURES"];
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`);
}
