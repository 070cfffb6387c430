import { report } from "./report.ts";
import type { Case } from "./rounds.ts";

/** Most that the larger size may multiply the time of a request by. */
const GROWTH_LIMIT = 1.5;

/** What was measured: an engine, the sizes of its stages, and medians per case and size. */
export interface Measured {
  engine: string;
  /** What the sizes count. */
  things: string;
  sizes: readonly number[];
  cases: readonly Case[];
  medians: readonly (readonly number[])[];
}

/** Prints medians per size, the growth from the last size but one to the last, and what was aimed at; hands on the worst of each row. */
export function printTable({ engine, things, sizes, cases, medians }: Measured): void {
  const growing = sizes.length > 1;
  const title = `${engine}, by ${things}`;
  console.log(line(title, [...sizes.map((size) => size.toLocaleString("en")), ...(growing ? ["growth"] : [])]));
  const measured = cases.map((one, index) => ({ ...one, times: medians[index] ?? [] }));
  for (const { title, limit, times } of measured) {
    const growth = growthOf(times);
    const missed: string[] = [];
    if (growth > GROWTH_LIMIT) missed.push(`growth <= ${GROWTH_LIMIT}`);
    const place = limit ? sizes.indexOf(limit.size) : -1;
    if (limit && (times[place] ?? 0) > limit.ms) missed.push(`${limit.ms} ms`);
    const verdict = missed.length > 0 ? `misses ${missed.join(", ")}` : growing || place >= 0 ? "met" : "";
    console.log(
      line(
        `  ${title}`,
        [...times.map((ms) => `${ms.toFixed(2)} ms`), ...(growing ? [growth.toFixed(2)] : [])],
        verdict,
      ),
    );
  }
  const largest = sizes.at(-1) ?? 0;
  for (const row of new Set(cases.map((one) => one.row))) {
    const of = measured.filter((one) => one.row === row);
    const most = Math.min(...of.map(({ limit }) => limit?.ms ?? Number.POSITIVE_INFINITY));
    const slowest = worst(of, ({ times }) => times.at(-1) ?? 0);
    const at = `${row}, ${largest.toLocaleString("en")} ${things}`;
    const aim = most < Number.POSITIVE_INFINITY ? { most } : {};
    report({ row: at, engine, value: slowest.value, unit: "ms", ...aim, note: slowest.title });
    if (!growing) continue;
    const grown = worst(of, ({ times }) => growthOf(times));
    report({
      row: `${at}, over ${(sizes.at(-2) ?? 0).toLocaleString("en")}`,
      engine,
      value: grown.value,
      unit: "×",
      most: GROWTH_LIMIT,
      note: grown.title,
    });
  }
}

function growthOf(times: readonly number[]): number {
  return (times.at(-1) ?? 0) / (times.at(-2) ?? Number.NaN);
}

function worst<C extends Case>(cases: readonly C[], valueOf: (one: C) => number): { title: string; value: number } {
  return cases
    .map((one) => ({ title: one.title, value: valueOf(one) }))
    .reduce((worst, one) => (one.value > worst.value ? one : worst));
}

function line(title: string, cells: readonly string[], verdict = ""): string {
  return `${title.padEnd(46)}${cells.map((cell) => cell.padStart(12)).join("")}  ${verdict}`.trimEnd();
}
