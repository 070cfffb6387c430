import { UsageError } from "./command.ts";

/** The rows of a CSV file by its header: commas, quotes doubled within quotes, any line ends. @throws UsageError */
export function readCsv(text: string): Record<string, string>[] {
  const source = text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .trimEnd();
  const rows: string[][] = [];
  let row = [""];
  let isQuoted = false;
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at] ?? "";
    if (isQuoted && character === '"' && source[at + 1] === '"') {
      row.push(`${row.pop()}"`);
      at += 1;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (character === "," && !isQuoted) row.push("");
    else if (character === "\n" && !isQuoted) {
      rows.push(row);
      row = [""];
    } else row.push(`${row.pop()}${character}`);
  }
  if (isQuoted) throw new UsageError(`Line ${rows.length + 1} is not CSV: a quote is not closed.`);
  const [header = [], ...lines] = [...rows, row];
  return lines
    .filter((line) => line.some((value) => value !== ""))
    .map((line) => Object.fromEntries(header.map((name, index) => [name.trim(), line[index] ?? ""])));
}
