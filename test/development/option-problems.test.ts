import { describe, expect, it } from "vitest";
import { referralsSections } from "../../src/contract/sections.ts";
import { optionProblems } from "../../src/development/option-problems.ts";

const said = async (options: object): Promise<string[]> => (await optionProblems(options)).map(([text]) => text);

describe("options a development build speaks of", () => {
  it("says nothing of options that are taken as they are (EMB-A6)", async () => {
    const colours = ["#abc", "#aabbcc", "#aabbccff", "rgb(1, 2, 3)", "hsl(1 2% 3%)", "oklch(0.5 0.1 20)"];
    for (const colour of colours) expect(await said({ themeOptions: { accentColor: colour } })).toEqual([]);
    const themeOptions = { fontFamily: "Inter, serif", fontSize: 13, borderRadius: 24, density: "compact" };
    expect(
      await said({
        mode: "inline",
        data: "analytics",
        theme: "system",
        themeOptions: { ...themeOptions, backgroundColor: { light: "#fff", dark: "#000" }, chartColors: ["#123"] },
        sections: ["timeseries", "links"],
        messages: { "section.links": "My links", "failed.waiting": { one: "1", other: "{count}" } },
      }),
    ).toEqual([]);
    expect(await said({ sections: { hide: ["refer"] }, themeOptions: { backgroundColor: "transparent" } })).toEqual([]);
    expect(
      await said({ data: null, theme: undefined, themeOptions: { fontSize: undefined, chartColors: [] } }),
    ).toEqual([]);
  });

  it.each([
    [{ mode: "inlined" }, 'mode "inlined" is not known: it is one of iframe, inline.'],
    [{ data: "referals" }, 'data "referals" is not known: it is one of referrals, analytics, card.'],
    [{ theme: "dusk" }, 'theme "dusk" is not known: it is one of light, dark, system.'],
    [
      { sections: ["bogus", "links", "timeseries"] },
      `sections: "bogus", "timeseries" unknown; data="referrals" has ${referralsSections.join(", ")}.`,
    ],
    [
      { data: "analytics", sections: { hide: ["refer"] } },
      'sections: "refer" unknown; data="analytics" has timeseries, countries, devices, browsers, referers, links.',
    ],
    [{ sections: "links" }, 'sections "links" is neither a list nor { hide: list }.'],
    [{ themeOptions: "{accentColor:red}" }, 'themeOptions "{accentColor:red}" is no object.'],
    [{ messages: ["x"] }, 'messages ["x"] is no object.'],
    [{ messages: { "sections.links": "x" } }, /^messages has no key "sections\.links"; the keys are those of/],
    [{ messages: { toString: "x" } }, /^messages has no key "toString"/],
    [
      { messages: { "failed.waiting": { one: "x" } } },
      /^messages\["failed\.waiting"\] is a text, or one per plural form/,
    ],
  ])("names what is wrong with %o and what is allowed", async (options, expected) => {
    expect(await said(options)).toEqual([typeof expected === "string" ? expected : expect.stringMatching(expected)]);
  });

  it.each([
    [{ fontSize: 22 }, "themeOptions.fontSize is a number from 13 to 18, not 22."],
    [{ borderRadius: "8" }, 'themeOptions.borderRadius is a number from 0 to 24, not "8".'],
    [{ density: "tight" }, 'themeOptions.density is one of comfortable, compact, not "tight".'],
    [{ toString: 1 }, /^themeOptions\.toString is not known; known are backgroundColor, .*, chartColors\.$/],
    [{ accentColor: "red" }, /^themeOptions\.accentColor is #rgb, .*, not "red"\.$/],
    [{ accentColor: "var(--brand)" }, /not "var\(--brand\)"\.$/],
    [
      { backgroundColor: { light: "#fff", dark: "black" } },
      /^themeOptions\.backgroundColor is .*, or \{ light, dark \}/,
    ],
    [{ backgroundColor: { light: "#fff" } }, /^themeOptions\.backgroundColor is /],
    [{ chartColors: ["#123", "blue"] }, /^themeOptions\.chartColors is a list of up to four of/],
    [{ chartColors: ["#111", "#222", "#333", "#444", "#555"] }, /^themeOptions\.chartColors is a list of up to four/],
    [{ fontFamily: 3 }, "themeOptions.fontFamily is the name of a font family, not 3."],
  ])("names the key of %o and what it may be (EMB-A6)", async (themeOptions, expected) => {
    const problems = await said({ themeOptions });
    expect(problems).toEqual([typeof expected === "string" ? expected : expect.stringMatching(expected)]);
  });

  it.each([
    ["dark", "#fff", "light"],
    ["light", "#101418", "dark"],
    ["system", "#fff", "light"],
  ])("a theme %s with the background %s has no effect", async (theme, backgroundColor, scheme) => {
    expect(await said({ theme, themeOptions: { backgroundColor } })).toEqual([
      `theme="${theme}" does not change the dashboard: backgroundColor ${backgroundColor} makes it ${scheme}. Give { light, dark }.`,
    ]);
  });

  it("a theme that is left out, or that the background agrees with, is no mistake", async () => {
    expect(await said({ themeOptions: { backgroundColor: "#101418" } })).toEqual([]);
    expect(await said({ theme: "dark", themeOptions: { backgroundColor: "#101418" } })).toEqual([]);
    expect(await said({ theme: "dark", themeOptions: { backgroundColor: { light: "#fff", dark: "#eee" } } })).toEqual(
      [],
    );
  });

  it("speaks of values that have no JSON, too", async () => {
    const cycle: Record<string, unknown> = {};
    cycle["accentColor"] = cycle;
    expect(await said({ data: 1n, themeOptions: cycle, sections: [Symbol("x")] })).toHaveLength(3);
  });
});
