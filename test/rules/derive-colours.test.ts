import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrast, parseColour, toHex, toRgb } from "../../src/rules/colour.ts";
import type { Rgb } from "../../src/rules/colour.ts";
import { deriveColours, THEME_ROLES } from "../../src/rules/derive-colours.ts";

const cards = ["surface", "subtle", "hover"];
const on = (role: string, backs: string[], ratio: number): [string, string, number][] =>
  backs.map((back) => [role, back, ratio]);
/** Foreground, background and the contrast it must reach on any background a host gives. */
const PAIRS: [string, string, number][] = [
  ...on("fg", [...cards, "accent-soft"], 7),
  ...on("muted", [...cards, "accent-soft"], 4.5),
  ...on("faint", cards, 3),
  ...on("control", ["surface", "subtle"], 3),
  ...on("fg-on-bg", ["bg"], 4.5),
  ...on("muted-on-bg", ["bg"], 4.5),
  ...on("on-accent", ["accent", "accent-hover"], 4.5),
  ...on("accent-line", ["surface"], 3),
  ...on("accent-text", cards, 4.5),
  ...on("ring", cards, 3),
  ...on("ring-on-bg", ["bg"], 3),
  ...["danger", "success", "warning"].flatMap((role) => on(role, ["surface", `${role}-soft`], 4.5)),
  ...["c1", "c2", "c3", "c4"].flatMap((role) => on(role, ["surface"], 3)),
];

const EXTREMES = ["#2867e4", "#ffff00", "#000000", "#ffffff", "#ff0000", "#00ff00", "#0000ff", "#7c3aed"];
const rgbOf = (hex = "#000"): Rgb => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)) as unknown as Rgb;
function grid(steps: number): string[] {
  const levels = Array.from({ length: steps }, (_, i) => Math.round((255 * i) / (steps - 1)));
  return levels.flatMap((r) => levels.flatMap((g) => levels.map((b) => toHex([r, g, b]))));
}

describe("contrast of derived colours (DES-T1)", () => {
  it.each([16, 18])("keeps every one of the 35 pairs on the grid of %i cubed backgrounds", (steps) => {
    expect(PAIRS).toHaveLength(35);
    const failures = grid(steps).flatMap((background, i) => {
      const roles = deriveColours({ background, accent: EXTREMES[i % EXTREMES.length] }, "light");
      const bad = PAIRS.filter(([fore, back, ratio]) => contrast(rgbOf(roles[fore]), rgbOf(roles[back])) < ratio);
      return bad.map((pair) => `${background}: ${pair.join(" ")}`);
    });
    expect(failures).toEqual([]);
  });
});

const GOLDEN = `
#0b1020 -       | #131827 #e4e8f2 #a0a7bb #62697b #2867e4 #ffffff #679cff #679cff
#faf7f2 -       | #ffffff #191816 #6e6b67 #8e8c87 #2867e4 #ffffff #1957d2 #2867e4
#1e293b -       | #293241 #f0f6ff #bfcbdf #798496 #3474f2 #ffffff #95bbff #679cff
#ef4444 -       | #fffbfa #1f1615 #796360 #9e8683 #2867e4 #ffffff #1957d2 #2867e4
#7c7c7c -       | #fcfcfc #181818 #696969 #8c8c8c #2867e4 #ffffff #1957d2 #2867e4
#000000 -       | #0f0f0f #e8e8e8 #9e9e9e #636363 #2867e4 #ffffff #679cff #679cff
#ffffff #ffff00 | #ffffff #181818 #6c6c6c #8f8f8f #999900 #000000 #686800 #777700
#ffffff #000000 | #ffffff #181818 #6c6c6c #8f8f8f #000000 #ffffff #000000 #000000
#111827 #7c3aed | #19202f #e3e8f2 #a8b1c5 #697284 #8242f4 #ffffff #ac93ff #a486ff
`;
const ROW_ROLES = ["surface", "fg", "muted", "control", "accent-line", "on-accent", "accent-text", "ring"];

describe("known derivations (DES-T2)", () => {
  it.each(GOLDEN.trim().split("\n"))("derives the row %s exactly", (row) => {
    const [given = "", wanted] = row.split(" | ");
    const [background, accent] = given.trim().split(/\s+/);
    const roles = deriveColours({ background, accent }, "light");
    expect(ROW_ROLES.map((role) => roles[role]).join(" ")).toBe(wanted);
  });
});

describe("default tokens", () => {
  const sheet = readFileSync(new URL("../../src/dashboard/theme/tokens.css", import.meta.url), "utf8");
  const blocks = [...sheet.matchAll(/([^{}]+)\{([^{}]+)\}/g)].map(([, selector = "", body = ""]) => {
    const rows = [...body.matchAll(/--rf-([\w-]+): (#\w+);/g)].map(([, role = "", colour = ""]) => [role, colour]);
    return [selector.trim(), Object.fromEntries(rows)];
  });
  const css = Object.fromEntries(blocks.map(([selector, roles]) => [String(selector).split("\n").pop(), roles]));

  it.each([
    [".rf-root", "light"],
    ['.rf-root[data-scheme="dark"]', "dark"],
    ['.rf-root[data-scheme="system"]', "dark"],
    [".rf-body", "light"],
  ] as const)("the stylesheet's %s block is the %s derivation", (selector, scheme) => {
    expect(css[selector]).toEqual(deriveColours({}, scheme));
  });

  it("names every role once", () => {
    expect(Object.keys(deriveColours({}, "light")).sort()).toEqual([...THEME_ROLES].sort());
  });
});

describe("parseColour", () => {
  const hex = (input: unknown): string | undefined => {
    const colour = parseColour(input);
    return colour && toHex(toRgb(colour));
  };
  it.each([
    ["#f00", "#ff0000"],
    ["#12AbeF", "#12abef"],
    ["#123456ff", "#123456"],
    [" rgb(1, 2, 3) ", "#010203"],
    ["rgb(300 -5 3.4)", "#ff0003"],
    ["hsl(120deg 100% 25%)", "#008000"],
    ["hsl(0, 0%, 50%)", "#808080"],
    ["oklch(.55 .20 262)", "#2867e4"],
    ["oklch(55% 0.2 262deg)", "#2867e4"],
  ])("reads %s", (input, wanted) => expect(hex(input)).toBe(wanted));

  const refused =
    "red|var(--x)|#12345680|#12|rgba(1,2,3,.5)|rgb(1 2 3 / 50%)|hsl(1 2 3)||transparent|#fff;color:red|url(x)";
  it.each([...refused.split("|"), "oklch(.5 .1 1) }", undefined, 7, {}])("refuses %s", (input) =>
    expect(parseColour(input)).toBeUndefined(),
  );
});
