import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanConfig } from "../../src/dashboard/clean-config.ts";
import { readQuery } from "../../src/page/read-address.ts";

describe("what the page is told", () => {
  it("reads the query; what cannot be read is left out", () => {
    const query = new URLSearchParams({
      data: "analytics",
      theme: "system",
      locale: "pt-BR",
      sections: "links,,overview",
      themeOptions: '{"accentColor":"#112233"}',
    });
    expect(readQuery(query.toString())).toEqual({
      data: "analytics",
      theme: "system",
      locale: "pt-BR",
      sections: ["links", "overview"],
      themeOptions: { accentColor: "#112233" },
    });
    expect(readQuery("?data=x&theme=neon&locale=%3Cb%3E&themeOptions={")).toEqual({});
    expect(readQuery(`?themeOptions=${encodeURIComponent(`{"a":"${"x".repeat(4096)}"}`)}`)).toEqual({});
  });

  it("a key with a wrong value means its default, an unknown key nothing, and nothing throws", () => {
    expect(cleanConfig({ theme: "neon", evil: 1, data: "analytics" })).toEqual({
      theme: undefined,
      data: "analytics",
    });
    fc.assert(
      fc.property(fc.object({ withNullPrototype: true }), (config) => {
        const known = ["data", "theme", "themeOptions", "locale", "messages", "sections"];
        expect(Object.keys(cleanConfig(config)).every((key) => known.includes(key))).toBe(true);
      }),
    );
  });
});
