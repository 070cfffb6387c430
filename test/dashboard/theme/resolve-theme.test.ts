import { assert, constantFrom, oneof, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { deriveColours } from "../../../src/rules/derive-colours.ts";
import { resolveTheme as resolveWith } from "../../../src/dashboard/theme/resolve-theme.ts";
import { themeColours } from "../../../src/dashboard/theme/theme-colours.ts";
import type { ReferralsTheme, ReferralsThemeOptions } from "../../../src/contract/theme.ts";

const resolveTheme = (theme: ReferralsTheme, options: ReferralsThemeOptions, prefersDark: boolean) =>
  resolveWith(theme, options, prefersDark, themeColours);

describe("resolveTheme", () => {
  it("writes no property and leaves system to pure CSS while no option is given", () => {
    expect(resolveTheme("system", {}, true)).toEqual({
      scheme: "system",
      transparent: false,
      compact: false,
      properties: {},
    });
  });

  it("lets the colour decide the interior, not the theme's name", () => {
    expect(resolveTheme("light", { backgroundColor: "#0b1020" }, false).scheme).toBe("dark");
    expect(resolveTheme("dark", { backgroundColor: "#faf7f2" }, false).scheme).toBe("light");
  });

  it("picks the background of the active scheme", () => {
    const backgroundColor = { light: "#faf7f2", dark: "#0b1020" };
    expect(resolveTheme("system", { backgroundColor }, true).properties["--rf-bg"]).toBe("#0b1020");
    expect(resolveTheme("system", { backgroundColor }, false).properties["--rf-bg"]).toBe("#faf7f2");
    expect(resolveTheme("light", { backgroundColor }, true).properties["--rf-bg"]).toBe("#faf7f2");
  });

  it("keeps the scheme's tokens under a transparent background and leaves the root unpainted", () => {
    const resolved = resolveTheme("dark", { backgroundColor: "transparent", accentColor: "#7c3aed" }, false);
    expect(resolved).toMatchObject({ scheme: "dark", transparent: true });
    expect(resolved.properties["--rf-surface"]).toBe(deriveColours({}, "dark").surface);
  });

  it("clamps numbers and drops what is unreadable (EMB-A6)", () => {
    const options = { fontSize: 99, borderRadius: -3, fontFamily: "x; color: red", backgroundColor: "tomato" };
    expect(resolveTheme("light", options, false).properties).toEqual({ "--rf-size": "18px", "--rf-r": "0px" });
    expect(resolveTheme("light", { fontSize: Number.NaN }, false).properties).toEqual({});
  });

  it("lets no option carry CSS, whatever it holds", () => {
    const safeRough = /^(#[\da-f]{3,8}|\w+\([-\d\s.,%deg]+\)|[\d.]+px|[\w\s,"'-]{1,120})$/i;
    const safe = /^(#[\da-f]{6}|[\d.]+px|[\w\s,"'-]{1,120})$/;
    const anything = oneof(string(), constantFrom("#abc", "oklch(.7 .1 20)", "url(x)", "}"));
    assert(
      property(anything, anything, anything, (backgroundColor, accentColor, fontFamily) => {
        const { properties } = resolveTheme("light", { backgroundColor, accentColor, fontFamily }, false);
        for (const value of Object.values(properties)) expect(value).toMatch(safe);
        const rough = resolveWith("light", { backgroundColor, accentColor, fontFamily }, false, undefined);
        for (const value of Object.values(rough.properties)) expect(value).toMatch(safeRough);
      }),
    );
  });

  it("before the derivation is here paints the background given, on the palette the exact one will have", () => {
    const colours = ["#0b1020", "#FAF7F2", "#fff", "#000f", "#123456ff", "rgb(11, 16, 32)", "rgb(250 247 242)"];
    const forms = [
      "hsl(230, 49%, 8%)",
      "hsl(37deg 44% 96%)",
      "oklch(0.2 .03 262)",
      "oklch(96% .01 80)",
      "tomato",
      "url(x)",
    ];
    for (const backgroundColor of [...colours, ...forms, "transparent"]) {
      const exact = resolveTheme("light", { backgroundColor }, false);
      const rough = resolveWith("light", { backgroundColor }, false, undefined);
      expect([backgroundColor, rough.scheme, "--rf-bg" in rough.properties]).toEqual([
        backgroundColor,
        exact.scheme,
        "--rf-bg" in exact.properties,
      ]);
    }
  });
});
