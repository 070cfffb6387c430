import { gzipSync } from "node:zlib";
import { parse, type AtRule } from "postcss";
import { beforeAll, describe, expect, it } from "vitest";
import { buildStylesheet, GUARD, guardSelectors, withoutReset } from "../../../src/dashboard/theme/build-stylesheet.ts";
import { resolveTheme } from "../../../src/dashboard/theme/resolve-theme.ts";
import { themeColours } from "../../../src/dashboard/theme/theme-colours.ts";
import { otherThemeOptions } from "../../theme-option-values.ts";

describe("guardSelectors (DES-S1)", () => {
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

  it("reads every property that a theme option sets", () => {
    const { properties } = resolveTheme("light", otherThemeOptions, false, themeColours);
    const named = Object.keys(properties);
    expect(named).toContain("--rf-r");
    expect(named.filter((name) => !new RegExp(`var\\(${name}[,)]`).test(css))).toEqual([]);
  });

  it("holds no selector outside the guarded root (DES-S1)", () => {
    const loose: string[] = [];
    sheet.walkRules((rule) => {
      const parent = rule.parent as AtRule;
      if (parent.type === "atrule" && parent.name === "keyframes") return;
      loose.push(...rule.selectors.filter((selector) => !selector.startsWith(GUARD)));
    });
    expect(loose).toEqual([]);
  });

  it("is the embed page's too, but for the reset of what a host's styles say", () => {
    expect(css.match(/\ball:(initial|revert)/g)).toEqual(["all:initial", "all:revert"]);
    expect(withoutReset(css)).toBe(css.replace("all:revert;", ""));
  });

  it("uses none of what the lowest supported browsers lack (DES-S4)", () => {
    expect(css).not.toMatch(/@scope|@layer|light-dark\(|\bfrom var\(|anchor\(|&|@import|color-mix/);
  });

  it("names no physical side but where a measured place is meant (DES-S4)", () => {
    const physical: string[] = [];
    sheet.walkDecls(/^(margin|padding|border)-(left|right)|^(left|right)$|^text-align$|^float$/, (decl) => {
      if (/left|right/.test(`${decl.prop}${decl.value}`)) physical.push(decl.toString());
    });
    expect(physical).toEqual(["left:var(--rf-x,0)"]);
  });

  it("defines every custom property it reads", () => {
    const known = new Set([...css.matchAll(/(--rf-[\w-]+):/g)].map(([, name]) => name));
    const given = /^--rf-(figure|font|share|x|y|slice-\w+)$/;
    const read = [...css.matchAll(/var\((--rf-[\w-]+)/g)].map(([, name = ""]) => name);
    expect(read.filter((name) => !known.has(name) && !given.test(name))).toEqual([]);
  });

  /** `selector { declarations }` of every rule, with what stands around it. */
  const rules = (): { selector: string; body: string; around: string }[] => {
    const found: { selector: string; body: string; around: string }[] = [];
    sheet.walkRules((rule) => {
      const parent = rule.parent as AtRule;
      const around = parent.type === "atrule" ? `${parent.name} ${parent.params}` : "";
      for (const selector of rule.selectors)
        found.push({ selector: selector.replace(GUARD, "").trim(), body: rule.nodes.join(";"), around });
    });
    return found;
  };

  it("a head sticks only where the embed itself scrolls (DES-B2)", () => {
    const sticky = rules().filter(({ selector, body }) => /thead/.test(selector) && body.includes("position:sticky"));
    expect(sticky.map(({ selector }) => selector)).toEqual(["[data-scrolls] .rf-thead .rf-th"]);
  });

  it("a drawing is placed absolutely, and no track takes its width from what stands in it (DES-C4)", () => {
    expect(rules().find(({ selector }) => selector === ".rf-plot>svg")?.body).toContain("position:absolute");
    const tracks = rules().flatMap(({ body }) => body.match(/grid-template-columns:[^;]+/g) ?? []);
    const bare = tracks.map((one) => one.replace(/minmax\([^()]*(\([^()]*\)[^()]*)*\)/g, ""));
    expect(bare.filter((one) => /\d*fr\b|auto\b(?!-)/.test(one))).toEqual([]);
  });

  it("only the title of a dialog, which is no control, has no focus outline (DES-M1)", () => {
    const taken = rules().filter(({ body }) => /outline:(none|0)/.test(body));
    expect(taken.map(({ selector }) => selector)).toEqual([".rf-dialog-head>:first-child"]);
    const shown = rules().find(({ selector, around }) => selector === "*:focus-visible" && around === "");
    expect(shown?.body).toBe("outline:2px solid var(--rf-ring);outline-offset:2px");
  });

  it("what hover reveals, focus reveals too (DES-M4)", () => {
    const brings = /visibility:visible|display:(?!none)|opacity:1/;
    const byHover = rules().filter(({ selector, body }) => selector.includes(":hover") && brings.test(body));
    const all = new Set(rules().map(({ selector }) => selector));
    expect(byHover.length).toBeGreaterThan(0);
    for (const { selector } of byHover) expect(all).toContain(selector.replace(":hover", ":focus-visible"));
  });

  it("what is off looks off under the pointer too: no hover comes after it (design §17.6)", () => {
    const order = rules().map(({ selector }) => selector);
    const off = order.lastIndexOf(".rf-button[aria-disabled=true]");
    for (const over of [".rf-button:hover", ".rf-button-primary:hover", ".rf-button-primary:active"])
      expect([over, order.lastIndexOf(over)]).toEqual([over, expect.toSatisfy((at: number) => at >= 0 && at < off)]);
  });

  it("weighs at most 8.6 kB compressed (EMB-K6)", () => {
    expect(gzipSync(css, { level: 9 }).length).toBeLessThanOrEqual(8_600);
  });
});
