import { expect, test } from "vitest";
import { themeOptionRows, type ReferralsThemeOptions } from "../../src/contract/theme.ts";
import { optionsOf, type PlaygroundSettings } from "../../stories/designers/playground-settings.ts";
import { themeCode } from "../../stories/designers/theme-code.ts";
import { typecheck } from "../guides/typecheck.ts";

const full: ReferralsThemeOptions = {
  backgroundColor: { light: "#faf7f2", dark: "#0b1020" },
  accentColor: "#7c3aed",
  fontFamily: "Georgia, serif",
  fontSize: 16,
  borderRadius: 0,
  density: "compact",
  chartColors: ["#0f766e", "", "#7c3aed"],
};

test("what the playground prints for React compiles as it stands, with and without options, in a frame and inline", async () => {
  const pieces = [full, {}].flatMap((options) => {
    const { React: framed, "React, inline": inline } = themeCode("system", options);
    return [["framed", framed!] as const, ["inline", inline!] as const];
  });
  expect(await typecheck(pieces)).toBe("");
  for (const [, code] of pieces) {
    expect(code).toContain('import { ReferralsEmbed } from "referrals-embed";');
    expect(code).toContain('appUrl="https://app.example.com"');
    expect(code).toContain("const token = () =>");
    expect(code).toContain('theme="system"');
  }
  expect(pieces[1]![1]).toContain('import "referrals-embed/styles.css";');
  expect(pieces[1]![1]).toContain('mode="inline"');
  expect(pieces[0]![1]).toContain('"accentColor": "#7c3aed"');
  expect(pieces[2]![1]).not.toContain("themeOptions");
});

test("the playground has a setting for every theme option", () => {
  const settings: PlaygroundSettings = {
    theme: "dark",
    backgroundColor: "#faf7f2",
    darkBackground: "#0b1020",
    accentColor: "#7c3aed",
    font: "serif",
    ownFont: "",
    fontSize: 16,
    borderRadius: 0,
    density: "compact",
    chart1: "#0f766e",
    chart2: "",
    chart3: "",
    chart4: "#7c3aed",
    panel: "links",
    vision: "usual",
  };
  expect(Object.keys(optionsOf(settings)).toSorted()).toEqual(Object.keys(themeOptionRows).toSorted());
});
