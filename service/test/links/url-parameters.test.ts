import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  mergeParameters,
  readParameters,
  urlParameters,
  withoutParameters,
} from "../../src/domain/links/url-parameters.ts";

describe("parameters of a URL (api §11.2)", () => {
  it.each([
    ["https://a.com", { utm_source: "x y" }, "https://a.com?utm_source=x%20y"],
    ["https://a.com/p?b=%7E&c#f?g", { ref: "r" }, "https://a.com/p?b=%7E&c&ref=r#f?g"],
    ["https://a.com?utm_source=old&b=1&utm_source=older", { utm_source: "new" }, "https://a.com?utm_source=new&b=1"],
    ["https://a.com?utm%5Fsource=a+b", { utm_source: "a b" }, "https://a.com?utm%5Fsource=a+b"],
    ["https://a.com/?ref=1#x", { ref: null }, "https://a.com/#x"],
    ["https://a.com/?ref=1&q=%zz", { ref: "" }, "https://a.com/?q=%zz"],
    ["https://a.com?", { ref: null }, "https://a.com?"],
    ["https://a.com?q=1&&", {}, "https://a.com?q=1&&"],
  ])("merges %s with %j into %s", (url, changes, merged) => {
    expect(mergeParameters(url, changes)).toBe(merged);
  });

  it("reads back what was merged and leaves every other byte alone", () => {
    const segment = fc.stringMatching(/^[a-z0-9%+=~.!*-]{0,12}$/);
    const value = fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => !/\p{Surrogate}/u.test(text));
    const changes = fc.record(
      Object.fromEntries(urlParameters.map((name) => [name, fc.option(value, { nil: null })])),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(segment), changes, (segments, wanted) => {
        const url = `https://example.com/p?q&${segments.join("&")}#end`;
        const merged = mergeParameters(url, wanted);
        const read = readParameters(merged);
        for (const [name, text] of Object.entries(wanted)) expect(read[name as "ref"]).toBe(text);
        expect(withoutParameters(merged)).toBe(withoutParameters(url));
        expect(mergeParameters(merged, wanted)).toBe(merged);
      }),
    );
  });
});
