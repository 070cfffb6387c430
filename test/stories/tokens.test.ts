import { describe, expect, it } from "vitest";
import { deriveColours, THEME_ROLES } from "../../src/rules/derive-colours.ts";
import {
  roleUses,
  spaceScale,
  stylesheetText,
  tokenFiles,
  tokensCss,
  tokensJson,
  typeScale,
} from "../../stories/designers/token-files.ts";

const schemes = ["light", "dark"] as const;
/** The custom properties of the first rule that begins so. */
const propertiesIn = (css: string, start: string): Record<string, string> => {
  const body = css.slice(css.indexOf(start)).split("}", 1)[0]!;
  return Object.fromEntries([...body.matchAll(/(--rf-[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name!, value!]));
};

type Group = { $type?: string } & Record<string, { $value: unknown; $description: string }>;
const groupsOf = (text: string): [string, Group][] =>
  Object.entries(JSON.parse(text) as Record<string, Group>).filter(([name]) => !name.startsWith("$"));

const dimension = { value: expect.any(Number), unit: expect.stringMatching(/^(px|rem)$/) };
/** Values by type, as the format of the Design Tokens Community Group (2025.10) has them. */
const values = {
  color: {
    colorSpace: "srgb",
    components: [expect.any(Number), expect.any(Number), expect.any(Number)],
    alpha: 1,
    hex: expect.stringMatching(/^#[\da-f]{6}$/),
  },
  dimension,
  typography: {
    fontFamily: expect.arrayContaining([expect.any(String)]),
    fontSize: dimension,
    fontWeight: expect.any(Number),
    letterSpacing: dimension,
    lineHeight: expect.any(Number),
  },
};

describe("the files of tokens", () => {
  it("are one of custom properties and a design token file for each scheme", () => {
    expect(Object.keys(tokenFiles({}))).toEqual([
      "referrals-embed.tokens.css",
      "referrals-embed.light.tokens.json",
      "referrals-embed.dark.tokens.json",
    ]);
  });

  it("hold in CSS the colours of the shipped stylesheet, light and dark", () => {
    const css = tokensCss({});
    const shipped = {
      light: propertiesIn(stylesheetText, ".rf-root {\n  color-scheme: light;"),
      dark: propertiesIn(stylesheetText, '.rf-root[data-scheme="dark"] {'),
    };
    expect(propertiesIn(css, '[data-theme="light"] {')).toEqual(shipped.light);
    expect(propertiesIn(css, '[data-theme="dark"] {')).toEqual(shipped.dark);
    expect(propertiesIn(css, ':root:not([data-theme="light"]) {')).toEqual(shipped.dark);
    expect(Object.keys(shipped.dark)).toHaveLength(THEME_ROLES.length);
  });

  it.each(schemes)("hold in %s JSON the colours of the shipped stylesheet, each channel as a share", (scheme) => {
    const { color } = JSON.parse(tokensJson({}, scheme)) as { color: Group };
    for (const role of THEME_ROLES) {
      const { hex, components } = color[role]!.$value as { hex: string; components: number[] };
      expect(hex).toBe(deriveColours({}, scheme)[role]);
      const back = components.map((share) =>
        Math.round(share * 255)
          .toString(16)
          .padStart(2, "0"),
      );
      expect(`#${back.join("")}`).toBe(hex);
    }
  });

  it.each(schemes)("are in %s design tokens of the community group's format", (scheme) => {
    const groups = groupsOf(tokensJson({}, scheme));
    expect(groups.map(([name]) => name)).toEqual(["color", "space", "radius", "size", "text"]);
    for (const [, { $type, ...tokens }] of groups) {
      expect(Object.keys(values)).toContain($type);
      for (const [name, { $value, $description, ...more }] of Object.entries(tokens)) {
        expect(name).toMatch(/^[^$.{}][^.{}]*$/);
        expect($value).toEqual(values[$type as keyof typeof values]);
        expect($description, name).not.toBe("");
        expect(more).toEqual({});
      }
    }
  });

  it("follow the options of a theme", () => {
    const options = {
      backgroundColor: "#0b1020",
      borderRadius: 12,
      fontSize: 18,
      density: "compact",
      fontFamily: "'My Sans', serif",
    } as const;
    const { color, radius, size, text } = JSON.parse(tokensJson(options, "light")) as Record<string, Group>;
    expect(color!.bg!.$value).toMatchObject({ hex: "#0b1020" });
    expect(radius!.card!.$value).toEqual({ value: 16, unit: "px" });
    expect(size!.button!.$value).toEqual({ value: 36, unit: "px" });
    expect(text!.body!.$value).toMatchObject({ fontFamily: ["My Sans", "serif"], fontSize: { value: 18 } });
    expect(tokensCss(options)).toContain("--rf-bg: #0b1020;");
  });
});

describe("the scales", () => {
  it("say of every colour role what it is for", () => {
    expect(Object.keys(roleUses).sort()).toEqual([...THEME_ROLES].sort());
  });

  it("are the sizes and lines of the stylesheet's text, all of them", () => {
    const pairs = [
      ...stylesheetText.matchAll(
        /font-size: (?:var\(--rf-figure, )?calc\((\d+) \* var\(--rf-u\)\)[^;]*;\s*line-height: calc\((\d+)/g,
      ),
    ];
    const used = new Set(pairs.map(([, size, line]) => `${size}/${line}`));
    const listed = Object.values(typeScale).map(({ size, line }) => `${size}/${line}`);
    // One line of 20 px holds a word of 12 px beside the interface's.
    expect([...used].filter((pair) => pair !== "12/20").sort()).toEqual(listed.sort());
  });

  it("are the spaces of the stylesheet", () => {
    expect(spaceScale()).toEqual([2, 4, 6, 8, 10, 12, 16, 20, 24, 32]);
  });
});
