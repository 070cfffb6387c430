import { describe, expect, it } from "vitest";
import { foldKey, linkKey } from "referrals-embed/rules";
import { randomKey } from "../../src/domain/links/insert-link.ts";
import { createIds } from "../../src/domain/ids.ts";

const ids = createIds({ now: () => 0 });

describe("a key (api §11.2)", () => {
  it.each([
    ["Summer-Sale_1.0", "Summer-Sale_1.0"],
    ["/team/anna/", "team/anna"],
    ["größe", "größe"],
    ["gro\u0308ße", "größe"],
    ["_root", "_root"],
    ["apiary", "apiary"],
  ])("takes %j as %j", (given, stored) => {
    expect(linkKey("key", given, true)).toBe(stored);
  });

  it.each(["", "/", "a//b", "//a", "a/../b", ".", "_x", "a b", "a?b", "a%20b", "\ud800", "x".repeat(191)])(
    "refuses %j",
    (given) => {
      expect(() => linkKey("key", given, true)).toThrow(/: key: /);
    },
  );

  it("answers 409 for the service's own paths, whatever the letter case", () => {
    for (const key of ["api", "API/x", "embed", "r", "Favicon.ico", ".well-known/x"]) {
      expect(() => linkKey("key", key, true)).toThrow(expect.objectContaining({ code: "conflict" }) as Error);
    }
    expect(linkKey("key", "api", false)).toBe("api");
    expect(() => linkKey("key", "robots.txt", false)).toThrow(expect.objectContaining({ code: "conflict" }) as Error);
  });
});

describe("what makes keys the same", () => {
  it.each([
    ["ΣΑΣ", "σας"],
    ["ΣΑΣ", "σασ"],
    ["İx", "i\u0307x"],
    ["Straße", "STRAẞE"],
    ["GRÖẞE", "gro\u0308ße"],
    ["Summer-Sale", "SUMMER-sale"],
    ["ſale", "SALE"],
    ["\u212belle", "ångström".slice(0, 1) + "elle"],
  ])("%j and %j fold alike (T8)", (one, other) => {
    expect(foldKey(one)).toBe(foldKey(other));
    expect(foldKey(foldKey(one))).toBe(foldKey(one));
  });

  it.each([
    ["ınd", "ind"],
    ["straße", "strasse"],
    ["a", "á"],
  ])("%j and %j are two keys", (one, other) => {
    expect(foldKey(one)).not.toBe(foldKey(other));
  });

  it.each([
    "a\u202eb",
    "a\u200bb",
    "a\u00adb",
    "a\u2066b",
    "\u3164",
    "a\u3000b",
    "\u2800",
    "a\u0085b",
    "\ufeffa",
    "a\u{e0041}",
  ])("refuses %j, which another address could look like (T24)", (given) => {
    expect(() => linkKey("key", given, true)).toThrow(/invalid_format: key: .*what is visible/);
  });
});

describe("a key that is drawn like another one", () => {
  it.each([
    ["\uff53\uff41\uff4c\uff45", "sale"],
    ["sale\u00b2", "sale2"],
    ["\ufb01rst", "first"],
    ["a\uff0fb", "a/b"],
  ])("%j is refused, with %j to write instead", (given, plain) => {
    expect(() => linkKey("key", given, true)).toThrow(new RegExp(`invalid_format: key: .*${plain}$`));
  });

  it.each(["größe", "日本", "кот", "مرحبا", "שלום"])("%j is none, and taken", (given) => {
    expect(linkKey("key", given, true)).toBe(given);
  });
});

describe("a generated key (specification, keyLength)", () => {
  it("has 7 characters of 0-9A-Za-z when nothing else is asked", () => {
    expect(randomKey(ids, {}, true)).toMatch(/^[0-9A-Za-z]{7}$/);
  });

  it.each([
    ["c/", 5, /^c\/[0-9A-Za-z]{5}$/],
    ["promo-", 3, /^promo-[0-9A-Za-z]{3}$/],
    ["/c/", 7, /^c\/[0-9A-Za-z]{8}$/],
    ["/", 7, /^[0-9A-Za-z]{8}$/],
  ])("is as long as prefix %j and keyLength %i together", (prefix, keyLength, form) => {
    const key = randomKey(ids, { prefix, keyLength }, true);
    expect(key).toMatch(form);
    expect(key).toHaveLength(prefix.length + keyLength);
  });

  it("refuses more than 190 characters, a forbidden prefix, and a prefix in the service's own paths", () => {
    expect(() => randomKey(ids, { prefix: "abc", keyLength: 188 }, true)).toThrow(/^too_big: keyLength/);
    expect(() => randomKey(ids, { prefix: "a b" }, true)).toThrow(/^invalid_format: prefix/);
    expect(() => randomKey(ids, { prefix: "api/" }, true)).toThrow(/already taken/);
  });

  it("skips reserved words", () => {
    const drawn = ["api", "xyz"];
    const scripted = { next: ids.next, random: () => drawn.shift()! };
    expect(randomKey(scripted, { keyLength: 3 }, true)).toBe("xyz");
  });
});
