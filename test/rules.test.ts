import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./architecture/source-files.ts";
import { citationsOf, idsIn } from "./rules/citations.ts";
import { rulesOf, sectionsOf } from "./rules/rule-book.ts";

const listed = (...folders: string[]): string[] =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...folders], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .filter((path) => path !== "");

const read = (path: string): string => readFileSync(join(root, path), "utf8");

const pages = listed("docs").filter((path) => path.endsWith(".md"));
const rules = pages.flatMap((path) => rulesOf(path, read(path)));
const sections = pages.flatMap((path) => sectionsOf(path, read(path)));
const known = new Set([...rules.map((rule) => rule.id), ...sections]);

const code = listed("src", "service/src", "test", "service/test", "stories").filter(
  (path) => /\.(?:[jt]sx?|css|mdx)$/.test(path) && path !== "test/rules.test.ts",
);
const citations = code.flatMap((path) => citationsOf(path, read(path)));

describe("the rule book", () => {
  it("gives each id once", () => {
    const ids = [...rules.map((rule) => rule.id), ...sections];
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it("gives a reason for every rule but invariants and examples, whose page gives one for all", () => {
    const bare = rules.filter((rule) => !/^[IX]\d/.test(rule.id) && rule.reason === "");
    expect(bare.map((rule) => rule.id)).toEqual([]);
  });

  it("cites only ids that exist, within itself", () => {
    const dangling = pages.flatMap((path) =>
      idsIn(read(path))
        .filter((id) => !known.has(id))
        .map((id) => `${id} in ${path}`),
    );
    expect(dangling).toEqual([]);
  });
});

describe("code and the rule book", () => {
  it("cites only ids that exist", () => {
    const dangling = citations.filter(({ id }) => !known.has(id));
    expect(dangling.map(({ id, at }) => `${id} at ${at}`)).toEqual([]);
  });

  it("proves every rule by a test that cites it", () => {
    const proven = new Set(citations.filter(({ byTest }) => byTest).map(({ id }) => id));
    expect(rules.map((rule) => rule.id).filter((id) => !proven.has(id))).toEqual([]);
  });

  it("has no test that claims more than eight rules at once", () => {
    const claims = citations.filter(({ byTest }) => byTest).map(({ at }) => at);
    const count = (place: string): number => claims.filter((at) => at === place).length;
    expect([...new Set(claims)].filter((place) => count(place) > 8)).toEqual([]);
  });
});

describe("the reader of citations", () => {
  const cited = (source: string, path = "test/some.test.ts"): string[] =>
    citationsOf(path, source)
      .filter(({ byTest }) => byTest)
      .map(({ id }) => id);

  it("reads the name of a test, its rows, and comments at or in it", () => {
    expect(cited(`it("pays once (C14)", () => {})`)).toEqual(["C14"]);
    expect(cited("it.each([['E1'], ['E2']])('%s', () => {})")).toEqual(["E1", "E2"]);
    expect(cited("// A1\nit('counts', () => { /* V1 */ })")).toEqual(["A1", "V1"]);
    expect(cited("describe(`of ${x}: L2`, () => {})")).toEqual(["L2"]);
  });

  it("takes no other string, no comment elsewhere and no source file for a proof", () => {
    expect(cited(`const text = "C14";\n// C14\nconst other = 1;`)).toEqual([]);
    expect(cited(`it("x", () => expect("C14").toBe(1))`)).toEqual([]);
    expect(cited("// C14\nit('x', () => {})", "src/some.ts")).toEqual([]);
  });

  it("spells out lists and takes only whole ids", () => {
    expect(idsIn("DES-O1, O2 and EMB-T5")).toEqual(["DES-O1", "DES-O2", "EMB-T5"]);
    expect(idsIn("api §10.2, §10.3; design §8")).toEqual(["api §10.2", "api §10.3", "design §8"]);
    expect(idsIn("M1–M3; EMB-A1 to A3; B09 to B11")).toEqual("M1 M2 M3 EMB-A1 EMB-A2 EMB-A3 B09 B10 B11".split(" "));
    expect(idsIn("A4x XA4 T12:00 M0,0 EMB-T1, B10")).toEqual(["EMB-T1", "B10"]);
  });
});
