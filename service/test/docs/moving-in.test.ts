import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { importFields, importKinds, importPresets, type ImportField } from "../../src/commands/import-presets.ts";

const guide = await readFile(new URL("../../../docs/moving-in.md", import.meta.url), "utf8");

it("the guide names every column of files of one's own", () => {
  const listed = importKinds.map((kind) => guide.split(`- **${kind}**: `)[1]?.split("\n", 1)[0] ?? "");
  const names = listed.map((line) => [...line.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(names).toEqual(importKinds.map((kind) => [...importFields[kind]]));
});

it.each(Object.entries(importPresets))("the guide names what %s is read by", (preset, columns) => {
  const [, part = ""] = guide.split(new RegExp(`^### ${preset}$`, "im"));
  const rows = [...(part.split("\n### ", 1)[0] ?? "").matchAll(/^\| `(\w+)` +\| (.*?) +\| (.*?) +\| (.*?) +\|$/gm)];
  const told = rows.map(([, field, ...cells]) => [
    field,
    ...cells.map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name)),
  ]);
  const fields = [...new Set(importKinds.flatMap((kind) => Object.keys(columns[kind])))] as ImportField[];
  const read = (field: ImportField) =>
    importKinds.map((kind) => (columns[kind] as Record<string, readonly string[] | undefined>)[field] ?? []);
  expect(told).toEqual(fields.map((field) => [field, ...read(field)]));
});
