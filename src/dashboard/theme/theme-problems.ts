import { themeOptionRows, type ThemeOptionRow } from "../../contract/theme.ts";

/** Which of a host's `themeOptions` are dropped or clamped, by key and range. */
export function themeProblems(options: object): string[] {
  const rows: Readonly<Record<string, ThemeOptionRow>> = themeOptionRows;
  return Object.entries(options).flatMap(([key, value]: [string, unknown]) => {
    const row = Object.hasOwn(rows, key) ? rows[key] : undefined;
    if (!row) return `themeOptions.${key} is not known; known are ${Object.keys(rows).join(", ")}.`;
    if (value === undefined || value === null) return [];
    const [least, most] = row.range ?? [];
    if (row.range && !(typeof value === "number" && value >= least! && value <= most!))
      return `themeOptions.${key} is a number from ${least} to ${most}.`;
    if (row.values && !row.values.includes(value as string))
      return `themeOptions.${key} is one of ${row.values.join(", ")}.`;
    return [];
  });
}
