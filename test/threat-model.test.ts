import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const page = readFileSync("docs/threat-model.md", "utf8");
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && line.includes(".test.ts") && !line.includes("| Shown by |"));

it("names, for every defence of the threat model, tests that exist", () => {
  expect(rows.length).toBeGreaterThan(15);
  const named = rows.flatMap((row) => [...row.matchAll(/`([\w./-]+\.test\.tsx?)`(?: "([^"]+)")?/g)]);
  const missing = named
    .filter(([, file = "", title]) => !existsSync(file) || (title && !readFileSync(file, "utf8").includes(title)))
    .map(([whole]) => whole);
  expect(missing).toEqual([]);
});

it("leaves no defence without a test", () => {
  const table = page.slice(page.indexOf("## Answered events"), page.indexOf("## Not covered yet"));
  const defences = table.split("\n").filter((line) => /^\| (?!Asset|---)/.test(line));
  expect(defences.filter((line) => !rows.includes(line))).toEqual([]);
});
