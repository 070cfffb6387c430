import { readdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import {
  clearingTexts,
  cookieText,
  cookieValue,
  foreignCookies,
  isClickId,
  outboundLink,
} from "../../src/analytics-script/click-id.ts";
import { offerOf } from "../../src/analytics-script/offer.ts";
import { offerWords } from "../../src/analytics-script/offer-words.ts";
import { readSettings } from "../../src/analytics-script/settings.ts";

const read = (attributes: Record<string, string>) =>
  readSettings((name) => attributes[name] ?? null, "https://ref.acme.test/assets/analytics.js");

describe("attributes", () => {
  it("have defaults", () => {
    expect(read({})).toEqual({
      apiUrl: "https://ref.acme.test/api",
      publishableKey: null,
      refer: null,
      site: null,
      outbound: [],
      firstClick: false,
      keyParams: ["via"],
      clickIdParam: "ref_id",
      cookie: {},
      banner: null,
    });
  });

  it("are read in the forms pages already carry", () => {
    const settings = read({
      "api-host": "https://api.test/",
      domains: '{"refer":"go.test","site":"acme.test","outbound":"a.test"}',
      "query-params": '["via","ref"]',
      "attribution-model": "first-click",
      "click-id-param": "dub_id",
      "cookie-options": '{"expiresInDays":30}',
      nonsense: "x",
    });
    expect(settings).toMatchObject({ apiUrl: "https://api.test", refer: "go.test", site: "acme.test" });
    expect(settings).toMatchObject({ outbound: ["a.test"], keyParams: ["via", "ref"], firstClick: true });
    expect(settings).toMatchObject({ clickIdParam: "dub_id", cookie: { expiresInDays: 30 } });
  });

  it("that are malformed are as if absent", () => {
    expect(read({ domains: "{", "query-params": "null", "cookie-options": "7" })).toEqual(read({}));
  });

  it("name a short domain and a single parameter the older way", () => {
    expect(read({ "short-domain": "go.test", "query-param": "ref" })).toMatchObject({
      refer: "go.test",
      keyParams: ["ref"],
    });
  });
});

describe("cookies", () => {
  it("hold 90 days for the host without www and all below it", () => {
    const text = cookieText("ref_id", "abc", { hostname: "www.acme.test" });
    expect(text).toBe("ref_id=abc; Path=/; Max-Age=7776000; SameSite=Lax; Domain=.acme.test");
  });

  it.each(["localhost", "127.0.0.1", "[::1]"])("of %s belong to it alone", (host) => {
    expect(cookieText("ref_id", "abc", { hostname: host })).not.toContain("Domain");
  });

  it("follow the page's options", () => {
    const text = cookieText("ref_id", "a b", {
      hostname: "acme.test",
      options: { domain: ".x.test", expiresInDays: 1, secure: true },
    });
    expect(text).toBe("ref_id=a%20b; Path=/; Max-Age=86400; SameSite=Lax; Domain=.x.test; Secure");
  });

  it("are found by their whole name", () => {
    const id = "abcdefghijklmnop";
    expect(cookieValue(`xref_id=no; ref_id=${id}; other=1`, "ref_id")).toBe(id);
    expect(cookieValue("ref_id=%zz", "ref_id")).toBeNull();
    expect(cookieValue("", "ref_id")).toBeNull();
  });

  it.each([
    ["nothing", ""],
    ["a short text", "short"],
    ["65 letters", "a".repeat(65)],
    ["4,090 letters", "a".repeat(4090)],
    ["a space", "abcdefgh ijklmnop"],
    ["a semicolon", "abcdefgh;ijklmnop"],
    ["a letter that is not ASCII", "äbcdefghijklmnop"],
  ])("hold no click id that is, or holds, %s", (_, text) => {
    expect(isClickId(text)).toBe(false);
    expect(cookieValue(`ref_id=${text}`, "ref_id")).toBeNull();
  });

  it("that hold no click id are found, and ended for the host and all below it", () => {
    const kept = `ref_id=${"a".repeat(4090)}; dub_id=abcdefghijklmnop; other=1`;
    expect(foreignCookies(kept, ["ref_id", "dub_id", "via"])).toEqual(["ref_id"]);
    expect(clearingTexts("ref_id", { hostname: "www.acme.test" })).toEqual([
      "ref_id=; Path=/; Max-Age=0; SameSite=Lax; Domain=.acme.test",
      "ref_id=; Path=/; Max-Age=0; SameSite=Lax",
    ]);
  });
});

describe("outbound links", () => {
  const to = (href: string) => outboundLink(href, "click", { param: "ref_id", domains: ["shop.test"] });

  it("get the click id on the domain and below it", () => {
    expect(to("https://shop.test/a?b=1#c")).toBe("https://shop.test/a?b=1&ref_id=click#c");
    expect(to("https://www.shop.test/")).toBe("https://www.shop.test/?ref_id=click");
  });

  it.each(["https://notshop.test/", "mailto:a@shop.test", "https://shop.test/?ref_id=click", "nonsense"])(
    "leave %s as it is",
    (href) => expect(to(href)).toBeNull(),
  );
});

describe("the offer", () => {
  it("is told in the dashboard's own words, in each of its languages", async () => {
    const files = await readdir(new URL("../../../src/locales/", import.meta.url));
    const languages = files.flatMap((file) => /^([a-z]{2}(-[A-Z]{2})?)\.ts$/.exec(file)?.[1] ?? []);
    expect(languages.toSorted()).toEqual(Object.keys(offerWords).toSorted());
    for (const tag of languages) {
      const { default: pack } = await import(`../../../src/locales/${tag}.ts`);
      expect(offerWords[tag]).toEqual({
        offer: pack["share.offer"],
        first: pack["share.offerFirst"],
        months: pack["share.offerMonths"],
        named: expect.stringMatching(/^(?=.*\{name\})(?=.*\{offer\})/),
        invited: expect.stringMatching(/./),
        invitedBy: expect.stringContaining("{name}"),
        copyCode: pack["share.copyCode"],
        copied: pack["ui.copied"],
        start: expect.stringMatching(/./),
        dismiss: pack["ui.dismiss"],
      });
    }
  });

  it("follows the page's language, its plural forms and the currency's decimals", () => {
    const discount = { type: "percentage", amount: 20, maxDuration: 3, currency: "usd", code: null } as const;
    expect(offerOf(discount, null, "en-GB").text).toBe("20% off for 3 months");
    expect(offerOf(discount, null, "en-GB").greeting).toBe("20% off for 3 months");
    const greeted = offerOf(discount, { name: "Ada $& {offer}", image: null }, "de");
    expect(greeted.greeting).toBe("\u2068Ada $& {offer}\u2069 schenkt dir 3 Monate lang 20\u00a0% Rabatt");
    expect(offerOf({ ...discount, maxDuration: 1 }, null, "de").text).toBe("1 Monat lang 20\u00a0% Rabatt");
    expect(offerOf({ ...discount, maxDuration: 0 }, null, "xx").text).toBe("20% off your first purchase");
    expect(offerOf({ ...discount, maxDuration: null }, null, "pt").text).toBe("20% de desconto");
    const flat = { ...discount, type: "flat", amount: 500, maxDuration: null } as const;
    expect(offerOf(flat, null, "en").text).toBe("$5.00 off");
    expect(offerOf({ ...flat, currency: "jpy" }, null, "en").text).toBe("¥500 off");
  });
});
