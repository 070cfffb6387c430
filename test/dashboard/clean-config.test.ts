import { describe, expect, it } from "vitest";
import { themeOptionRows } from "../../src/contract/theme.ts";
import { cleanConfig } from "../../src/dashboard/clean-config.ts";
import { resolveTheme } from "../../src/dashboard/theme/resolve-theme.ts";
import { themeColours } from "../../src/dashboard/theme/theme-colours.ts";
import { otherThemeOptions } from "../theme-option-values.ts";
import { wrongValues } from "../wrong-values.ts";

describe.each(wrongValues)("an option that is %s", (_, value) => {
  it.each(["data", "theme", "locale"])("is not set: %s", (key) => {
    expect(cleanConfig({ [key]: value })).toEqual({ [key]: key === "locale" && value === "wrong" ? value : undefined });
  });

  it.each(Object.keys(themeOptionRows))("leaves the theme whole: themeOptions.%s", (key) => {
    const { themeOptions = {} } = cleanConfig({ themeOptions: { [key]: value } });
    for (const derive of [null, themeColours])
      expect(resolveTheme("light", themeOptions, false, derive).properties).not.toHaveProperty("--rf-bg");
  });

  it("leaves every message a text or plural forms with `other`", () => {
    const { messages = {} } = cleanConfig({ messages: { "section.links": value, "links.count": "{count}" } });
    expect(messages["links.count"]).toBe("{count}");
    const own = messages["section.links"];
    expect(own === undefined || typeof own === "string" || typeof own.other === "string").toBe(true);
  });

  it("leaves sections a list of texts, or what to hide", () => {
    const { sections } = cleanConfig({ sections: value });
    expect(sections === undefined || Array.isArray(sections)).toBe(true);
    expect((sections as unknown[] | undefined)?.every((section) => typeof section === "string") ?? true).toBe(true);
  });
});

it("keeps what has the right type", () => {
  const config = {
    data: "analytics",
    theme: "dark",
    locale: "pt-BR",
    sections: { hide: ["links"] },
    messages: { "section.links": "My links", "links.countOnly": { one: "1", other: "{count}" } },
    themeOptions: { ...otherThemeOptions, backgroundColor: { light: "#fff", dark: "#000" } },
  };
  expect(cleanConfig(config)).toEqual(config);
});
