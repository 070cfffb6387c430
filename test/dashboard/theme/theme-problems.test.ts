import { describe, expect, it } from "vitest";
import { themeProblems } from "../../../src/dashboard/theme/theme-problems.ts";

describe("theme options a development build speaks of", () => {
  it("says nothing of options that are taken as they are (EMB-A6)", () => {
    expect(themeProblems({ accentColor: "#2867e4", fontSize: 13, borderRadius: 24, density: "compact" })).toEqual([]);
    expect(themeProblems({ fontSize: undefined, chartColors: [] })).toEqual([]);
  });

  it("names the key and what it may be (EMB-A6)", () => {
    expect(themeProblems({ fontSize: 22, borderRadius: "8", density: "tight", toString: 1 })).toEqual([
      "themeOptions.fontSize is a number from 13 to 18.",
      "themeOptions.borderRadius is a number from 0 to 24.",
      "themeOptions.density is one of comfortable, compact.",
      expect.stringMatching(/^themeOptions\.toString is not known; known are backgroundColor, .*, chartColors\.$/),
    ]);
  });
});
