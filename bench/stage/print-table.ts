import type { Case } from "./rounds.ts";

/** Most that ten times the data may multiply the time of a request by. */
const GROWTH_LIMIT = 1.5;

/** Prints medians per size, the growth from the last size but one to the last, and what was aimed at. */
export function printTable(
  title: string,
  sizes: readonly number[],
  cases: readonly Case[],
  medians: readonly (readonly number[])[],
): void {
  const growing = sizes.length > 1;
  console.log(line(title, [...sizes.map((size) => size.toLocaleString("en")), ...(growing ? ["growth"] : [])]));
  for (const [c, row] of medians.entries()) {
    const { title, limit } = cases[c]!;
    const growth = row.at(-1)! / row.at(-2)!;
    const missed: string[] = [];
    if (growth > GROWTH_LIMIT) missed.push(`growth <= ${GROWTH_LIMIT}`);
    const place = limit ? sizes.indexOf(limit.size) : -1;
    if (limit && row[place]! > limit.ms) missed.push(`${limit.ms} ms`);
    const verdict = missed.length > 0 ? `misses ${missed.join(", ")}` : growing || place >= 0 ? "met" : "";
    console.log(
      line(`  ${title}`, [...row.map((ms) => `${ms.toFixed(2)} ms`), ...(growing ? [growth.toFixed(2)] : [])], verdict),
    );
  }
}

function line(title: string, cells: readonly string[], verdict = ""): string {
  return `${title.padEnd(46)}${cells.map((cell) => cell.padStart(12)).join("")}  ${verdict}`.trimEnd();
}
