import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asciiAddress, locationOf } from "../../src/clicks/redirect/location.ts";

const at = (destination: string, query = "", clickId: string | null = null, params = ["ref_id"]): string =>
  locationOf(destination, { query, clickId, clickIdParams: params });

describe("the address a visitor is sent to", () => {
  it("is the stored one byte for byte when nothing is added", () => {
    for (const url of [
      "https://example.com",
      "https://EXAMPLE.com/%7Ea/?b=%20c&&d#e?f",
      "acme://open?x=1",
      "mailto:a@b.test",
    ]) {
      expect(at(url)).toBe(url);
    }
  });

  it("carries the click id in each parameter of the program, in place of one already there", () => {
    expect(at("https://e.test/", "", "ID")).toBe("https://e.test/?ref_id=ID");
    expect(at("https://e.test/?a=1#top", "", "ID", ["ref_id", "dub_id"])).toBe(
      "https://e.test/?a=1&ref_id=ID&dub_id=ID#top",
    );
    expect(at("https://e.test/?ref_id=old&a=1", "", "ID")).toBe("https://e.test/?ref_id=ID&a=1");
  });

  it("takes incoming parameters over in their own bytes: they replace or join", () => {
    expect(at("https://e.test/p?a=1&b=%20", "a=2&c=x%2By")).toBe("https://e.test/p?a=2&b=%20&c=x%2By");
    expect(at("https://e.test/?a=1&a=2&b=3", "a=9&a=8")).toBe("https://e.test/?a=9&a=8&b=3");
    expect(at("https://e.test/?", "x")).toBe("https://e.test/?x");
    expect(at("https://e.test/?%61=1", "a=2")).toBe("https://e.test/?a=2");
  });

  it("never passes on our own parameters or a click id from outside", () => {
    expect(at("https://e.test/", "qr=1&pw=secret&ref-no-track=1&ref_id=x&%72ef_id=y&a=1")).toBe("https://e.test/?a=1");
    expect(at("https://e.test/?a=1", "pw=secret")).toBe("https://e.test/?a=1");
  });

  it("is ASCII: hosts as IDNA, the rest percent-encoded", () => {
    expect(asciiAddress("https://müller.example/straße?q=ä#ö")).toBe(
      "https://xn--mller-kva.example/stra%C3%9Fe?q=%C3%A4#%C3%B6",
    );
    expect(asciiAddress("https://user@müller.example:8080/a b")).toBe("https://user@xn--mller-kva.example:8080/a%20b");
    expect(asciiAddress("https://e.test/\ud800")).toBe("https://e.test/%EF%BF%BD");
    expect(at("https://e.test/", "q=\u00e4#x")).toBe("https://e.test/?q=%E4%23x");
  });

  it("keeps scheme, host, path and fragment whatever comes in: no open redirect", () => {
    const destination = fc.constantFrom(
      "https://example.com/landing?x=1#frag",
      "https://example.com",
      "https://example.com?next=https://good.test",
      "http://user@example.com:8080/a//b?#",
    );
    const latin1 = fc
      .array(fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code)))
      .map((all) => all.join(""));
    const hostile = fc.constantFrom(
      "//evil.test",
      "@evil.test",
      "\\evil.test",
      "#@evil.test",
      "?url=//evil.test",
      "%0d%0aLocation: x",
      "&&=&",
      "..%2f",
    );
    fc.assert(
      fc.property(destination, fc.array(fc.oneof(latin1, hostile)), fc.boolean(), (url, parts, counted) => {
        const location = at(url, parts.join("&"), counted ? "AAAAAAAAAAAAAAAA" : null);
        expect(location).toMatch(/^[\x21-\x7e]*$/);
        const [before, after] = [new URL(url), new URL(location)];
        for (const part of ["protocol", "username", "host", "pathname", "hash"] as const)
          expect(after[part]).toBe(before[part]);
        expect(location.startsWith(url.split(/[?#]/)[0]!)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
