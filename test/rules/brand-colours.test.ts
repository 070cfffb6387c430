import { expect, test } from "vitest";
import { brandColours } from "../../src/rules/brand-colours.ts";
import { contrast, parseColour, toRgb } from "../../src/rules/colour.ts";
import { deriveColours } from "../../src/rules/derive-colours.ts";

const between = (one: string, other: string): number => contrast(toRgb(parseColour(one)!), toRgb(parseColour(other)!));

test.each(["#7c3aed", "#ffff00", "#000000", "#ffffff", "#ff0000", "oklch(70% 0.2 150)"])(
  "%s: button, texts, line, ring and first series get its colour with their contrast, light and dark (DES-T1)",
  (brand) => {
    for (const scheme of ["light", "dark"] as const) {
      const usual = deriveColours({}, scheme);
      const shown = { ...usual, ...brandColours(brand)![scheme] };
      expect(shown).toEqual(deriveColours({ accent: brand }, scheme));
      expect(between(shown["on-accent"]!, shown["accent"]!)).toBeGreaterThanOrEqual(4.5);
      expect(between(shown["accent-text"]!, shown["surface"]!)).toBeGreaterThanOrEqual(4.5);
      for (const role of ["accent-line", "ring", "c1"])
        expect(between(shown[role]!, shown["surface"]!)).toBeGreaterThanOrEqual(3);
    }
  },
);

test("only what it changes is sent: texts and surfaces stay those of the scheme", () => {
  const { light } = brandColours("#7c3aed")!;
  expect(Object.keys(light).toSorted()).toEqual(
    ["accent", "accent-hover", "accent-line", "accent-soft", "accent-text", "c1", "ring", "ring-on-bg"].toSorted(),
  );
});

test.each([null, "", "rebeccapurple", "var(--brand)", "url(x)"])(
  "no palette for %s, which is no colour to read",
  (given) => {
    expect(brandColours(given)).toBeNull();
  },
);

test("a series that looks like the accent takes the colour the first one leaves, so that four can be told apart", () => {
  const usual = deriveColours({}, "light");
  const amber = deriveColours({ accent: "#c96a00" }, "light");
  expect(amber["c1"]).not.toBe(usual["c1"]);
  expect(amber["c2"]).toBe(usual["c1"]);
  expect([amber["c3"], amber["c4"]]).toEqual([usual["c3"], usual["c4"]]);
});
