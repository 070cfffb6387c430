import { describe, expect, it } from "vitest";
import { referralsSections } from "../../src/contract/sections.ts";
import { themeOptionRows } from "../../src/contract/theme.ts";
import * as figures from "../../stories/designers/Anatomy.stories.tsx";
import { panelStories } from "../../stories/panels/panel-stories.ts";
import { anatomy } from "../../stories/designers/anatomy-parts.ts";
import { MARK, overlap, placeMarks, type Box } from "../../stories/designers/place-marks.ts";
import { lookControls } from "../../stories/support/controls.ts";

describe("the catalogue", () => {
  it("has a figure of every panel, of the link card and of the tabs", () => {
    const panels = [...referralsSections, "analytics", "card", "shell"];
    expect(Object.keys(anatomy).sort()).toEqual(panels.sort());
  });

  it("shows every figure in a story", () => {
    const shown = Object.values(figures).flatMap((story) => ("args" in story ? [story.args?.panel] : []));
    expect(shown.toSorted()).toEqual(Object.keys(anatomy).toSorted());
  });

  it.each([...referralsSections, "analytics"])("shows the panel %s in every condition (design §16)", async (panel) => {
    const file = panel.charAt(0).toUpperCase() + panel.slice(1);
    const stories: object = await import(`../../stories/panels/${file}.stories.tsx`);
    expect(Object.keys(stories)).toEqual(expect.arrayContaining(Object.keys(panelStories({}))));
  });

  it("calls no two parts of a panel the same, and says of each what it is", () => {
    for (const [panel, parts] of Object.entries(anatomy)) {
      const names = parts.map(({ name }) => name);
      expect(new Set(names).size, panel).toBe(names.length);
      for (const { name, what } of parts) expect(what.length, `${panel}, ${name}`).toBeGreaterThan(10);
    }
  });

  it("has a control of every story for the theme, the language and each theme option", () => {
    expect(Object.keys(lookControls).sort()).toEqual([...Object.keys(themeOptionRows), "theme", "locale"].sort());
  });
});

describe("the numbers of a figure", () => {
  const box = (left: number, top: number, width: number, height: number): Box => ({
    left,
    top,
    right: left + width,
    bottom: top + height,
  });
  const room = box(0, 0, 400, 200);

  it("stand beside their parts, in the figure, over no word and no other number", () => {
    const parts = [box(20, 20, 360, 160), box(40, 40, 100, 20), box(40, 60, 100, 20), box(150, 40, 60, 20)];
    const words = [box(40, 40, 100, 20), box(40, 60, 100, 20), box(150, 40, 60, 20)];
    const marks = placeMarks(parts, words, room);
    for (const [n, mark] of marks.entries()) {
      expect(overlap(mark, room)).toBe(MARK * MARK);
      for (const word of words) expect(overlap(mark, word)).toBe(0);
      for (const other of marks.slice(n + 1)) expect(overlap(mark, other)).toBe(0);
    }
  });
});
