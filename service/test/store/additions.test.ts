import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";

const folder = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const migrations = folder("../../src/store/migrations");
const files = readdirSync(migrations).filter((name) => /^\d{4}/.test(name));

/** What a process of the version before would stumble over. */
const breaking = (file: string): string[] =>
  readFileSync(`${migrations}/${file}`, "utf8").match(
    /\b(DROP (TABLE|COLUMN)|RENAME (TO|COLUMN)|SET NOT NULL|ALTER COLUMN \w+ (SET DATA )?TYPE)\b/gi,
  ) ?? [];

/** The last migration of the first release of the major version; migrations before it were never released, and may do anything. */
function lastOfMajor(): string {
  const recorded = readdirSync(folder("releases")).filter((name) => /^\d+\.0\.0\.json/.test(name));
  const newest = recorded.sort((a, b) => parseInt(a) - parseInt(b)).at(-1);
  if (!newest) return files.at(-1) ?? "";
  const { rows } = JSON.parse(gunzipSync(readFileSync(`${folder("releases")}/${newest}`)).toString()) as {
    rows: string;
  };
  return JSON.parse(rows.slice(0, rows.indexOf("\n"))).migrations.at(-1);
}

it("a migration within a major version takes nothing away, so that replicas of the version before go on beside it", () => {
  const changed = files.filter((file) => breaking(file).length > 0);
  expect(changed).toContain("0011-folded-keys.ts");
  expect(changed.filter((file) => file.replace(".ts", "") > lastOfMajor())).toEqual([]);
});
