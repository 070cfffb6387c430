import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** What a process of the version before would stumble over. */
const breaking = (text: string): string[] =>
  text.match(/\b(DROP (TABLE|COLUMN)|RENAME (TO|COLUMN)|SET NOT NULL|ALTER COLUMN \w+ (SET DATA )?TYPE)\b/gi) ?? [];

it("a migration within a major version takes nothing away, so that replicas of the version before go on beside it", () => {
  expect(breaking("ALTER TABLE links RENAME COLUMN key TO name")).toHaveLength(1);
  expect(breaking(readFileSync(new URL("../../src/store/migrations.ts", import.meta.url), "utf8"))).toEqual([]);
});
