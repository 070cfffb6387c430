import { gzipSync } from "node:zlib";
import { parse } from "postcss";
import type { AtRule } from "postcss";
import { beforeAll, describe, expect, it } from "vitest";
import { buildStylesheet } from "../../../src/dashboard/theme/build-stylesheet.ts";
import { GUARD, guardSelectors } from "../../../src/dashboard/theme/guard-selectors.ts";

describe("DES-S1: guardSelectors", () => {
  it.each([
    [".a { x: y }", `${GUARD} .a { x: y }`],
    [".a, .b > c { x: y }", `${GUARD} .a, ${GUARD} .b > c { x: y }`],
    [".rf-root { x: y }", `${GUARD} { x: y }`],
    [".rf-root[dir=rtl] .a { x: y }", `${GUARD}[dir=rtl] .a { x: y }`],
    [".rf-rooted { x: y }", `${GUARD} .rf-rooted { x: y }`],
    ["*:where(:not(a, b)) { x: y }", `${GUARD} *:where(:not(a, b)) { x: y }`],
    ["::backdrop { x: y }", `${GUARD} ::backdrop { x: y }`],
  ])("rewrites %s", (source, wanted) => expect(guardSelectors(source)).toBe(wanted));

  it.each(["@media print", "@container rf (width < 480px)", "@supports (color: red)"])(
    "guards the first selector after %s {",
    (rule) => expect(guardSelectors(`${rule}{.a{x:y}.b{x:y}}`)).toBe(`${rule}{${GUARD} .a{x:y}${GUARD} .b{x:y}}`),
  );

  it("leaves the steps of keyframes alone", () => {
    expect(guardSelectors("@keyframes a{from{x:y}50%{x:z}}")).toBe("@keyframes a{from{x:y}50%{x:z}}");
  });

  it("refuses nesting that was not compiled away", () => {
    expect(() => guardSelectors(".a { .b { x: y } }")).toThrow(/compile nesting first/);
  });
});

describe("the built stylesheet", () => {
  let css = "";
  let sheet = parse("");
  beforeAll(async () => {
    css = await buildStylesheet();
    sheet = parse(css);
  });

  it("DES-S1: holds no selector outside the guarded root", () => {
    const loose: string[] = [];
    sheet.walkRules((rule) => {
      const parent = rule.parent as AtRule;
      if (parent.type === "atrule" && parent.name === "keyframes") return;
      loose.push(...rule.selectors.filter((selector) => !selector.startsWith(GUARD)));
    });
    expect(loose).toEqual([]);
  });

  it("DES-S4: uses none of what the lowest supported browsers lack", () => {
    expect(css).not.toMatch(/@scope|@layer|light-dark\(|\bfrom var\(|anchor\(|&|@import|color-mix/);
  });

  it("DES-S4: names no physical side but where a measured place is meant", () => {
    const physical: string[] = [];
    sheet.walkDecls(/^(margin|padding|border)-(left|right)|^(left|right)$|^text-align$|^float$/, (decl) => {
      if (/left|right/.test(`${decl.prop}${decl.value}`)) physical.push(decl.toString());
    });
    expect(physical).toEqual(["left:var(--rf-x,0)"]);
  });

  it("defines every custom property it reads", () => {
    const known = new Set([...css.matchAll(/(--rf-[\w-]+):/g)].map(([, name]) => name));
    const given = /^--rf-(font|x|y|slice-\w+)$/;
    const read = [...css.matchAll(/var\((--rf-[\w-]+)/g)].map(([, name = ""]) => name);
    expect(read.filter((name) => !known.has(name) && !given.test(name))).toEqual([]);
  });

  it("weighs at most 7 kB compressed", () => {
    expect(gzipSync(css, { level: 9 }).length).toBeLessThanOrEqual(7_000);
  });
});
