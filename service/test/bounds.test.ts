import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bounds, cut, exceeds, referrerOf } from "../src/bounds.ts";
import { ByteCache } from "../src/byte-cache.ts";
import { parseRanges } from "../src/address-ranges.ts";
import { addressBucket, clientAddress } from "../src/middleware/client-address.ts";
import { facetsOf } from "../src/clicks/redirect/click-facets.ts";
import { linkAddressOf } from "../src/clicks/redirect/link-cache.ts";
import { createTestService, type TestService } from "./harness.ts";
import { browser, openRedirect, type TestRedirect } from "./redirect/open-redirect.ts";

/** Letters that no index can compress: a repeated letter fits into any entry. */
const letters = (count: number): string => randomBytes(count).toString("hex").slice(0, count);
const bytes = (text: string): number => Buffer.byteLength(text);

describe("a text within its bound", () => {
  it("is cut at a whole character, counted in bytes of UTF-8", () => {
    expect(cut("äöü", 6)).toBe("äöü");
    expect(cut("äöü", 5)).toBe("äö");
    expect(cut("a😀b", 4)).toBe("a");
    expect(cut("\ufeffab", 4)).toBe("\ufeffa");
    expect(bytes(cut("😀".repeat(1000), bounds.userAgent))).toBeLessThanOrEqual(bounds.userAgent);
    expect(exceeds("é".repeat(128), 256)).toBe(false);
    expect(exceeds("é".repeat(129), 256)).toBe(true);
  });

  it("keeps of a referring page neither query nor fragment, and of a long one only its site", () => {
    expect(referrerOf("https://a.example/p?secret=1#x")).toBe("https://a.example/p");
    expect(referrerOf(`https://a.example/${letters(3000)}?q`)).toBe("https://a.example/");
    expect(referrerOf(`https://${letters(5000)}.example/`)).toBe("");
    expect(referrerOf(letters(60_000))).toBe("");
    expect(referrerOf(undefined)).toBe("");
  });
});

describe("a cache bounded in bytes", () => {
  it("holds no more than its bytes, whatever the length of names and values, and drops the oldest", () => {
    const cache = new ByteCache<string>(10_000);
    for (let index = 0; index < 1000; index++) {
      cache.set(`${index} ${"n".repeat(index % 300)}`, "v", index % 200);
      expect(cache.bytes).toBeLessThanOrEqual(10_000);
    }
    expect(cache.has("999 ")).toBe(false);
    expect([...cache].at(-1)?.[0]).toContain("999 ");
    expect(cache.set("large", "v", 5_000)).toBe(false);
  });

  it("reports every evicted entry", () => {
    const left: string[] = [];
    const cache = new ByteCache<string>(1_200, (value, name) => left.push(`${name}=${value}`));
    for (const name of ["a", "b"]) cache.set(name, "1");
    cache.set("a", "2");
    cache.delete("b");
    expect(left).toEqual(["a=1", "b=1"]);
    for (let index = 0; index < 20; index++) cache.set(`n${index}`, "x");
    expect(left).toContain("a=2");
    expect(cache.bytes).toBe(cache.size === 0 ? 0 : [...cache].reduce((sum, [name]) => sum + 128 + 2 * name.length, 0));
  });
});

describe("what a visitor sends", () => {
  it("names no place longer than a key can be, in bytes", () => {
    expect(linkAddressOf("ref.test", `/${"k".repeat(190)}`)?.key).toHaveLength(190);
    expect(linkAddressOf("ref.test", `/${encodeURIComponent("語".repeat(190))}/`)?.key).toHaveLength(190);
    expect(linkAddressOf("ref.test", `/${"k".repeat(bounds.linkKey + 1)}`)).toBeUndefined();
    expect(linkAddressOf("ref.test", `/${encodeURIComponent("😀".repeat(191))}`)).toBeUndefined();
    expect(linkAddressOf("ref.test", `/${"k".repeat(60_000)}`)).toBeUndefined();
  });

  it("is an address only if it is one, and a hop that is none ends the chain", () => {
    const trusted = parseRanges(["10.0.0.0/8"]);
    const from = (chain: string): string => clientAddress("10.0.0.1", chain, trusted);
    expect(from("203.0.113.9, 10.0.0.2")).toBe("203.0.113.9");
    expect(from(`${letters(50_000)}, 10.0.0.2`)).toBe("10.0.0.2");
    expect(from(letters(50_000))).toBe("10.0.0.1");
    expect(from("203.0.113.9:50412")).toBe("203.0.113.9");
    expect(from("[2001:db8::1]:50412")).toBe("2001:db8::1");
    expect(from(`${"10.0.0.2,".repeat(5_000)}203.0.113.9`)).toBe("203.0.113.9");
  });

  it("counts all addresses of an IPv6 /64 as one", () => {
    expect(addressBucket("2001:db8:1:2:3::4")).toBe(addressBucket("2001:db8:1:2:ffff::1"));
    expect(addressBucket("2001:db8:1:2::1")).not.toBe(addressBucket("2001:db8:1:3::1"));
    expect(addressBucket("::ffff:203.0.113.9")).toBe(addressBucket("203.0.113.9"));
  });

  it("becomes facets within the bound of a key, whatever an older journal holds", () => {
    const userAgent = `${letters(4000)}/1.0 (${letters(4000)})`;
    const click = {
      at: 0,
      workspaceId: "w",
      programId: null,
      enrollmentId: null,
      linkId: "l",
      clickId: "c",
      visitor: "v",
      address: null,
      isUnique: true,
      clickRewardId: null,
      url: "",
      trigger: "link",
    } as const;
    const place = { country: "DE", region: "語".repeat(500), city: letters(3000) };
    const facets = facetsOf({ ...click, ...place, userAgent, referrer: `https://${letters(5000)}.example/?secret` });
    expect(facets.referer).toBeNull();
    for (const value of [facets.region, facets.city, facets.browser, facets.os]) {
      expect(bytes(value ?? "")).toBeLessThanOrEqual(bounds.facet);
    }
    const long = facetsOf({ ...click, ...place, userAgent, referrer: `https://a.example/${letters(5000)}?secret` });
    expect(long).toMatchObject({ referer: "a.example", refererUrl: "https://a.example/" });
    // The bytes of an emoji, as a header brings them: Node's URL.canParse calls this an address once it is compiled.
    const noHost = facetsOf({ ...click, ...place, userAgent, referrer: "https://\u00f0\u009f\u0098\u0080/" });
    expect(noHost).toMatchObject({ referer: null, refererUrl: null });
  });
});

describe("a click with overlong headers", () => {
  let redirect: TestRedirect;
  beforeAll(async () => {
    redirect = await openRedirect({ geoCountryHeader: "x-country" });
  });
  afterAll(() => redirect.close());

  it("is answered, stored and counted, and holds up no click after it (T3)", async () => {
    const { id, path } = await redirect.link();
    const long: Record<string, string>[] = [
      { referer: `https://${letters(5000)}.example/` },
      { referer: `https://${letters(60)}.example/${letters(40_000)}?${letters(10_000)}` },
      { referer: `https://x@${"é".repeat(5_000)}.example/` },
      { "user-agent": `${browser} ${letters(30_000)}` },
      { "user-agent": `${browser} ${"\u00e9".repeat(30_000)}` },
      { "x-country": letters(30_000) },
      { cookie: `a=${letters(40_000)}` },
      { "x-forwarded-for": letters(40_000) },
    ];
    for (const [index, headers] of long.entries()) {
      const { status } = await redirect.visit(path, { ip: `203.0.113.${index}`, headers });
      expect(status, Object.keys(headers)[0]).toBe(302);
    }
    expect((await redirect.visit(path, { ip: "203.0.113.200" })).status).toBe(302);
    await redirect.running.clicks.loaded();
    expect(redirect.errors).toEqual([]);
    const events = await redirect.store.db.selectFrom("click_events").selectAll().where("link_id", "=", id).execute();
    expect(events).toHaveLength(long.length + 1);
    for (const { referer, referer_url: page } of events) {
      expect(bytes(referer ?? "")).toBeLessThanOrEqual(bounds.referrerHost);
      expect(bytes(page ?? "")).toBeLessThanOrEqual(bounds.referrer);
      expect(page ?? "").not.toContain("?");
    }
    const sums = await redirect.store.db.selectFrom("dimension_hours").select("value").execute();
    for (const { value } of sums) expect(bytes(value)).toBeLessThanOrEqual(400);
  });

  it("is answered 404 for a path or a host longer than any we have, and neither is looked up", async () => {
    const { path } = await redirect.link();
    let lookUps = 0;
    const { lookups: pool } = redirect.store;
    const query = pool.query.bind(pool);
    // Clicks of earlier tests are stored, and links that changed read again, through the same pool: only look-ups of what is asked count.
    pool.query = ((...given: Parameters<typeof query>) => {
      if (/[0-9a-f]{60}/.test(JSON.stringify(given))) lookUps += 1;
      return query(...given);
    }) as typeof pool.query;
    try {
      expect((await redirect.visit(`/${letters(100)}`)).status).toBe(404);
      expect(lookUps).toBeGreaterThan(0);
      lookUps = 0;
      for (let index = 0; index < 20; index++) {
        expect((await redirect.visit(`/${letters(20_000)}`)).status).toBe(404);
        expect((await redirect.visit(path, { host: `${letters(20_000)}.example` })).status).toBe(404);
      }
      expect(lookUps).toBe(0);
    } finally {
      pool.query = query;
    }
  });
});

describe("what a call sends", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await createTestService();
  });
  afterAll(() => service.close());

  it("is refused with 422 where an identifier in the path is too long, and leaves no key of a request (T3)", async () => {
    const headers = { "Idempotency-Key": "once" };
    const id = letters(6000);
    const answer = await service.request("PATCH", `/links/${id}`, { body: { comments: "x" }, headers });
    expect(answer.status).toBe(422);
    expect(answer.body.error.message).toBe("too_big: linkId: must be at most 1020 bytes in UTF-8");
  });

  it("is refused with 422 where a string has no narrower bound of its own", async () => {
    const body = { email: "a@b.test", image: `https://img.test/${letters(50_000)}` };
    const answer = await service.request("POST", "/partners", { body });
    expect(answer.status).toBe(422);
    expect(answer.body.error.message).toBe("too_big: image: must be at most 40000 bytes in UTF-8");
    expect((await service.request("GET", `/partners?search=${letters(40_000)}`)).status).toBe(422);
  });
});
