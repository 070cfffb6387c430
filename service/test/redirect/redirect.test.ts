import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DomainStatus } from "referrals-embed/contract";
import { hashPassword } from "../../src/domain/links/link-password.ts";
import { createListener } from "../../src/clicks/redirect/listener.ts";
import { testConfig } from "../harness.ts";
import { browser, openRedirect, type TestRedirect } from "./open-redirect.ts";

let redirect: TestRedirect;

beforeAll(async () => {
  redirect = await openRedirect({ geoCountryHeader: "x-country" });
});
beforeEach(() => redirect.clock.set("2026-03-10T12:00:00Z"));
afterAll(() => redirect.close());

const clicksOf = async (id: string): Promise<number> => {
  await redirect.running.clicks.loaded();
  return (await redirect.store.db.selectFrom("links").select("clicks").where("id", "=", id).executeTakeFirstOrThrow())
    .clicks;
};

const addDomain = async (
  slug: string,
  values: { not_found_url?: string; expired_url?: string; status?: DomainStatus; granted?: boolean } = {},
): Promise<void> => {
  const at = new Date();
  await redirect.store.db
    .insertInto("domains")
    .values({
      id: `dom_${slug}`,
      workspace_id: redirect.workspaceId,
      slug,
      status: "verified",
      created_at: at,
      updated_at: at,
      ...values,
    })
    .execute();
};

describe("an answered short link", () => {
  it("is a 302 with no-store and the headers of every answer", async () => {
    const { path } = await redirect.link();
    const { status, location, headers, body } = await redirect.visit(path);
    expect({ status, location, body }).toEqual({ status: 302, location: "https://example.com/landing", body: "" });
    expect(headers).toMatchObject({
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
      "referrer-policy": "strict-origin-when-cross-origin",
      "x-content-type-options": "nosniff",
      "x-request-id": expect.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
    });
    const echoed = await redirect.visit(path, { headers: { "x-request-id": "abc-1" } });
    expect(echoed.headers["x-request-id"]).toBe("abc-1");
  });

  it("may be indexed with doIndex", async () => {
    const { path } = await redirect.link({ do_index: true });
    expect((await redirect.visit(path)).headers["x-robots-tag"]).toBeUndefined();
  });

  it("is found decoded, without trailing slash, in NFC, in any letter case, and under /r/", async () => {
    await redirect.link({ key: "Sale/Été" });
    for (const path of [
      "/Sale/%C3%89t%C3%A9",
      "/sale/%C3%A9t%C3%A9/",
      "/SALE%2FE%CC%81te%CC%81",
      "/r/Sale/%C3%89t%C3%A9",
    ]) {
      expect((await redirect.visit(path)).status).toBe(302);
    }
  });

  it("passes the query on and nothing of ours", async () => {
    const { path } = await redirect.link({ url: "https://example.com/?a=1#f" });
    const { location } = await redirect.visit(`${path}?b=%20x&qr=1&ref_id=forged`);
    expect(location).toBe("https://example.com/?a=1&b=%20x#f");
  });

  it("carries a click id only when the link tracks conversions or belongs to a partner", async () => {
    const { enrollmentId, partnerId } = await redirect.enroll();
    const plain = await redirect.link();
    const partners = await redirect.link({
      partner_id: partnerId,
      enrollment_id: enrollmentId,
      program_id: redirect.programId,
    });
    const tracked = await redirect.link({ track_conversion: true });
    expect((await redirect.visit(plain.path)).location).toBe("https://example.com/landing");
    expect((await redirect.visit(partners.path)).location).toMatch(/\?ref_id=[0-9A-Za-z]{16,64}$/);
    expect((await redirect.visit(tracked.path)).location).toMatch(/\?ref_id=[0-9A-Za-z]{16,64}$/);
    const params = JSON.stringify(["ref_id", "dub_id"]);
    await redirect.store.db
      .updateTable("programs")
      .set({ click_id_params: params })
      .where("id", "=", redirect.programId)
      .execute();
    const both = new URL((await redirect.visit(partners.path)).location!).searchParams;
    expect(both.get("dub_id")).toBe(both.get("ref_id"));
  });

  it("sets its cookies for itself only, out of reach of scripts, secure on https", async () => {
    const { id } = await redirect.link({ key: "Path/ü" });
    const { cookies } = await redirect.visit("/path/%C3%BC");
    expect(cookies).toEqual([
      expect.stringMatching(
        new RegExp(`^ref_c_${id}=[0-9A-Za-z]{16,64}; Path=/Path/%C3%BC; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$`),
      ),
    ]);
  });

  it("follows an edit at once, and counts archived links on (L6)", async () => {
    const { id, path } = await redirect.link();
    await redirect.visit(path);
    await redirect.update(id, { url: "https://example.com/new", archived: true });
    expect((await redirect.visit(path)).location).toBe("https://example.com/new");
    expect(await clicksOf(id)).toBe(2);
    await redirect.update(id, { key: "renamed" });
    expect((await redirect.visit(path)).status).toBe(404);
    expect((await redirect.visit("/renamed")).status).toBe(302);
    await redirect.update(id, { deleted_at: new Date() });
    expect((await redirect.visit("/renamed")).status).toBe(404);
  });

  it("exists from the moment it was made, though it was asked for before", async () => {
    expect((await redirect.visit("/early")).status).toBe(404);
    await redirect.link({ key: "early" });
    expect((await redirect.visit("/early")).status).toBe(302);
  });

  it("answers 405 to other methods, HEAD without a body", async () => {
    const { path } = await redirect.link();
    const refused = await redirect.visit(path, { method: "PUT" });
    expect([refused.status, refused.headers.allow]).toEqual([405, "GET, HEAD, POST"]);
    const head = await redirect.visit(path, { method: "HEAD" });
    expect([head.status, head.location, head.body]).toEqual([302, "https://example.com/landing", ""]);
  });
});

describe("a link that leads nowhere", () => {
  it("row 1: is a 404 page, unknown or undecodable", async () => {
    for (const path of ["/no-such-link", "/%E0%A4%A", "/%00", "/x".repeat(300)]) {
      const { status, headers, body } = await redirect.visit(path);
      expect([status, headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
      expect(body).toContain("<h1>Link not found</h1>");
    }
  });

  it("rows 1 to 3: follows its domain's addresses", async () => {
    await addDomain("go.test", { not_found_url: "https://acme.test/404", expired_url: "https://acme.test/gone" });
    const host = "go.test";
    expect((await redirect.visit("/nothing", { host })).location).toBe("https://acme.test/404");
    const over = await redirect.link({ domain: host, key: "over", expires_at: new Date("2026-03-10T12:00:00Z") });
    expect((await redirect.visit("/over", { host })).location).toBe("https://acme.test/gone");
    await redirect.update(over.id, { expired_url: "https://acme.test/own" });
    expect((await redirect.visit("/over", { host })).location).toBe("https://acme.test/own");
    await redirect.update(over.id, { disabled_at: new Date(), disabled_by: "user" });
    expect((await redirect.visit("/over", { host })).location).toBe("https://acme.test/404");
    expect(await clicksOf(over.id)).toBe(0);
  });

  it("asks nothing of a domain that its workspace has not proven", async () => {
    for (const status of ["pending", "failed"] as const) {
      const host = `${status}.test`;
      await addDomain(host, { status, not_found_url: "https://evil.test" });
      await redirect.link({ key: "here", domain: host });
      expect((await redirect.visit("/nothing", { host })).location).not.toBe("https://evil.test");
      expect((await redirect.visit("/here", { host })).status).toBe(404);
    }
  });

  it("asks nothing of the service's own host, unless the operator handed it to the workspace", async () => {
    const host = "ref.test";
    await addDomain(host, { not_found_url: "https://evil.test" });
    expect((await redirect.visit("/nothing", { host })).location).not.toBe("https://evil.test");
    const handedOver = redirect.store.db.updateTable("domains").set({ granted: true }).where("slug", "=", host);
    await handedOver.execute();
    expect((await redirect.visit("/nothing", { host })).location).toBe("https://evil.test");
    await redirect.store.db.deleteFrom("domains").where("slug", "=", host).execute();
  });

  it("row 2: sends visitors of a deactivated partner to the program's fallback", async () => {
    const { enrollmentId, partnerId } = await redirect.enroll();
    const owner = { partner_id: partnerId, enrollment_id: enrollmentId, program_id: redirect.programId };
    const { path } = await redirect.link({ ...owner, disabled_at: new Date(), disabled_by: "status:aud_1" });
    await redirect.store.db
      .updateTable("programs")
      .set({ fallback_url: "https://acme.test/hi" })
      .where("id", "=", redirect.programId)
      .execute();
    expect((await redirect.visit(path)).status).toBe(404);
    await redirect.store.db
      .updateTable("enrollments")
      .set({ status: "deactivated" })
      .where("id", "=", enrollmentId)
      .execute();
    await redirect.store.notify("enrollment", enrollmentId);
    expect((await redirect.visit(path)).location).toBe("https://acme.test/hi");
  });

  it("a visit to a disabled link counts nowhere (A11)", async () => {
    const { id, path } = await redirect.link({ track_conversion: true });
    await redirect.update(id, { disabled_at: new Date(), disabled_by: "admin:aud_1" });
    const { status, cookies } = await redirect.visit(path);
    expect({ status, cookies }).toEqual({ status: 404, cookies: [] });
    await redirect.running.clicks.loaded();
    const events = redirect.store.db.selectFrom("click_events").select("id").where("link_id", "=", id);
    expect(await events.execute()).toEqual([]);
  });

  it("row 3: is a 410 page once expired", async () => {
    const { id, path } = await redirect.link({ expires_at: new Date("2026-03-10T12:00:01Z") });
    expect((await redirect.visit(path)).status).toBe(302);
    redirect.clock.advance(1000);
    expect((await redirect.visit(path)).status).toBe(410);
    expect(await clicksOf(id)).toBe(1);
  });
});

describe("row 4: a link with a password", () => {
  const protectedLink = async (): Promise<{ id: string; path: string }> =>
    redirect.link({ password_hash: await hashPassword("open sesame"), track_conversion: true });
  const form = (password: string): { method: string; body: string } => ({
    method: "POST",
    body: new URLSearchParams({ password }).toString(),
  });

  it("asks by an accessible form and counts nothing", async () => {
    const { id, path } = await protectedLink();
    const { status, body } = await redirect.visit(path);
    expect(status).toBe(200);
    expect(body).toContain('<label for="password">Password</label>');
    expect(await clicksOf(id)).toBe(0);
  });

  it("opens by form and by pw, and again by its cookie; the password never reaches the destination", async () => {
    const { id, path } = await protectedLink();
    const byForm = await redirect.visit(path, { ...form("open sesame"), ip: "198.51.100.1" });
    expect(byForm.status).toBe(302);
    const proof = byForm.cookies.find((cookie) => cookie.startsWith(`ref_p_${id}=`))!;
    expect(proof).toContain("Max-Age=3600; HttpOnly; SameSite=Lax");
    const cookie = proof.split(";")[0]!;
    expect((await redirect.visit(path, { headers: { cookie }, ip: "198.51.100.2" })).status).toBe(302);
    const byQuery = await redirect.visit(`${path}?pw=open+sesame&a=1`, { ip: "198.51.100.3" });
    expect(byQuery.location).toMatch(/^https:\/\/example\.com\/landing\?a=1&ref_id=[0-9A-Za-z]{16,64}$/);
    expect(await clicksOf(id)).toBe(3);
    redirect.clock.advance(3_600_000);
    expect((await redirect.visit(path, { headers: { cookie } })).status).toBe(200);
  });

  it("does not take a cookie of another link, a changed one, or one from before a new password", async () => {
    const { id, path } = await protectedLink();
    const other = await protectedLink();
    const { cookies } = await redirect.visit(path, form("open sesame"));
    const [, value] = /ref_p_[^=]+=([^;]+)/.exec(cookies.find((cookie) => cookie.startsWith("ref_p_"))!)!;
    const asked = async (path: string, cookie: string): Promise<number> =>
      (await redirect.visit(path, { headers: { cookie } })).status;
    expect(await asked(other.path, `ref_p_${other.id}=${value}`)).toBe(200);
    expect(await asked(path, `ref_p_${id}=9999999999${value!.slice(10)}`)).toBe(200);
    await redirect.update(id, { password_hash: await hashPassword("open sesame") });
    expect(await asked(path, `ref_p_${id}=${value}`)).toBe(200);
  });

  it("answers 401 to a wrong one, and 429 after ten tries in ten minutes, to a right one too (L7)", async () => {
    const { id, path } = await protectedLink();
    const ip = "198.51.100.9";
    for (let i = 0; i < 10; i++) {
      const wrong = await redirect.visit(path, { ...form("guess"), ip });
      expect([wrong.status, wrong.headers["www-authenticate"]]).toEqual([401, 'Password realm="link"']);
      expect(wrong.body).toContain('role="alert"');
    }
    const limited = await redirect.visit(path, { ...form("open sesame"), ip });
    expect([limited.status, limited.headers["retry-after"]]).toEqual([429, "600"]);
    expect((await redirect.visit(path, { ...form("open sesame"), ip: "198.51.100.10" })).status).toBe(302);
    redirect.clock.advance(600_000);
    expect((await redirect.visit(path, { ...form("open sesame"), ip })).status).toBe(302);
    expect(await clicksOf(id)).toBe(2);
  });

  it("counts the tries of an address whatever its user agent, and of an IPv6 /64 as one (L7)", async () => {
    const { path } = await protectedLink();
    for (const addresses of [["198.51.100.20"], ["2001:db8:5:5::1", "2001:db8:5:5:1::2", "2001:db8:5:5:ffff::3"]]) {
      const statuses = [];
      for (let i = 0; i < 12; i++) {
        const visitor = { ip: addresses[i % addresses.length]!, ua: `${browser} ${i}` };
        statuses.push((await redirect.visit(path, { ...form("guess"), ...visitor })).status);
      }
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    }
  });

  it("looks at a hundred tries on one link, then at one of each address and ten of each network (L7)", async () => {
    const { id, path } = await protectedLink();
    const other = await protectedLink();
    // No password fits, and none is hashed to say so: tries are counted, and a hundred hashes take ten seconds.
    await redirect.update(id, { password_hash: "none" });
    const guess = async (ip: string) => (await redirect.visit(path, { ...form("guess"), ip })).status;
    for (let i = 0; i < 100; i++) expect(await guess(`192.0.2.${i}`)).toBe(401);
    expect(redirect.exhausted).toEqual([]);
    // Who was wrong before waits, and is told.
    expect(await guess("192.0.2.1")).toBe(429);
    expect(redirect.exhausted).toEqual([["passwordOfLink", id]]);
    for (const network of ["192.0.2.", "2001:db8:7:"]) {
      const statuses = [];
      for (let i = 0; i < 12; i++)
        statuses.push(await guess(`${network}${100 + i}${network.includes(":") ? "::1" : ""}`));
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    }
    expect(await guess("2001:db8:7:100::1")).toBe(429);
    expect((await redirect.visit(other.path, { ...form("open sesame"), ip: "192.0.2.1" })).status).toBe(302);
  });

  it("opens for the right password of an address that was never wrong, whatever others have tried (L7)", async () => {
    const { id, path } = await protectedLink();
    const { password_hash } = await redirect.store.db
      .selectFrom("links")
      .select("password_hash")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await redirect.update(id, { password_hash: "none" });
    for (let i = 0; i < 150; i++) await redirect.visit(path, { ...form("guess"), ip: `192.0.2.${i}` });
    await redirect.update(id, { password_hash });
    const right = { ...form("open sesame"), ip: "198.51.100.77" };
    for (let i = 0; i < 12; i++) expect((await redirect.visit(path, right)).status).toBe(302);
  });

  it("computes no hash for a try over the limit, so that guessing costs the service nothing (L7)", async () => {
    const { path } = await protectedLink();
    /** Processor time of ten guesses; that of the clock says more of the machine. */
    const tenGuesses = async (): Promise<number> => {
      const before = process.cpuUsage();
      for (let i = 0; i < 10; i++) await redirect.visit(path, { ...form("guess"), ip: "198.51.100.30" });
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const hashed = await tenGuesses();
    expect(await tenGuesses()).toBeLessThan(hashed / 4);
  });

  it("of guesses made at once no more than ten are looked at; right ones do not count (L7)", async () => {
    const { path } = await protectedLink();
    const guess = { ...form("guess"), ip: "198.51.100.11" };
    const answers = await Promise.all(Array.from({ length: 30 }, () => redirect.visit(path, guess)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    const right = { ...form("open sesame"), ip: "198.51.100.12" };
    for (let i = 0; i < 12; i++) expect((await redirect.visit(path, right)).status).toBe(302);
  });
});

describe("rows 5 to 7: destinations", () => {
  const crawler = "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)";

  it("have a policy, and cannot be framed", async () => {
    const expired = await redirect.link({ expires_at: new Date("2026-03-01") });
    const pages = {
      unknown: await redirect.visit("/nowhere"),
      expired: await redirect.visit(expired.path),
      method: await redirect.visit("/nowhere", { method: "DELETE" }),
      password: await redirect.visit((await redirect.link({ password_hash: "none" })).path),
      preview: await redirect.visit((await redirect.link({ proxy: true, title: "Shop" })).path, { ua: crawler }),
      cloaked: await redirect.visit((await redirect.link({ rewrite: true })).path),
    };
    const statuses = Object.values(pages).map(({ status }) => status);
    expect(statuses).toEqual([404, 410, 405, 200, 200, 200]);
    for (const [name, { headers, body }] of Object.entries(pages)) {
      const policy = String(headers["content-security-policy"]);
      expect(policy, name).toMatch(/^default-src 'none'; .*frame-ancestors 'none'/);
      expect(headers["x-frame-options"], name).toBe("DENY");
      for (const [, style = ""] of body.matchAll(/<style>(.*?)<\/style>/gs))
        expect(policy, name).toContain(`'sha256-${createHash("sha256").update(style).digest("base64")}'`);
      // A browser applies form-action to where the answer of a form leads too: the right password would lead nowhere.
      expect(policy.includes("form-action 'none'"), name).toBe(!body.includes("<form"));
    }
    expect(pages.cloaked.headers["content-security-policy"]).toContain("frame-src http: https:");
  });

  it("row 5: show a crawler the preview, escaped, and everybody else the way", async () => {
    const { id, path } = await redirect.link({
      proxy: true,
      title: 'Say "<hi>" & more',
      description: "It's <b>ours</b>",
      image: "https://example.com/i.png",
    });
    const { status, body } = await redirect.visit(path, { ua: crawler });
    expect(status).toBe(200);
    expect(body).toContain('<meta property="og:title" content="Say &quot;&lt;hi&gt;&quot; &amp; more">');
    expect(body).toContain('<meta property="og:image" content="https://example.com/i.png">');
    expect(body).not.toContain("<b>ours");
    expect((await redirect.visit(path)).status).toBe(302);
    expect(await clicksOf(id)).toBe(1);
  });

  it("row 6: frame a cloaked link and count it", async () => {
    const { id, path } = await redirect.link({ rewrite: true, title: "Shop", url: "https://example.com/?a=1&b=2" });
    const { status, body } = await redirect.visit(path);
    expect(status).toBe(200);
    expect(body).toContain('<iframe src="https://example.com/?a=1&amp;b=2" title="Shop"');
    expect(await clicksOf(id)).toBe(1);
  });

  it("row 7: go by operating system, else by country, else by variant, else to the url", async () => {
    const { path } = await redirect.link({
      ios: "https://ios.test/",
      android: "https://android.test/",
      geo: JSON.stringify({ DE: "https://de.test/" }),
    });
    const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15";
    const pixel = "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36";
    const headers = { "x-country": "de" };
    expect((await redirect.visit(path, { ua: iphone, headers })).location).toBe("https://ios.test/");
    expect((await redirect.visit(path, { ua: pixel, headers })).location).toBe("https://android.test/");
    expect((await redirect.visit(path, { headers })).location).toBe("https://de.test/");
    expect((await redirect.visit(path, { headers: { "x-country": "XX" } })).location).toBe(
      "https://example.com/landing",
    );
  });

  it("take the country of a header from trusted proxies only", async () => {
    const open = await openRedirect({ geoCountryHeader: "x-country", trustedProxies: ["192.0.2.1"] });
    const { path } = await open.link({ geo: JSON.stringify({ DE: "https://de.test/" }) });
    const { location } = await open.visit(path, { headers: { "x-country": "de" } });
    await open.close();
    expect(location).toBe("https://example.com/landing");
  });

  it("keep the variant of a test in a cookie for seven days (L8)", async () => {
    const variants = [
      { url: "https://a.test/", percentage: 50 },
      { url: "https://b.test/", percentage: 50 },
    ];
    const { id, path } = await redirect.link({ test_variants: JSON.stringify(variants) });
    const seen = new Set<string>();
    for (let i = 0; i < 20; i++) seen.add((await redirect.visit(path, { ip: `198.51.100.${100 + i}` })).location!);
    expect([...seen].sort()).toEqual(["https://a.test/", "https://b.test/"]);
    const { cookies } = await redirect.visit(path, { headers: { cookie: `ref_v_${id}=1` } });
    expect(cookies.find((cookie) => cookie.startsWith("ref_v_"))).toContain(
      `ref_v_${id}=1; Path=${path}; Max-Age=604800`,
    );
    expect((await redirect.visit(path, { headers: { cookie: `ref_v_${id}=1` } })).location).toBe("https://b.test/");
  });
});

describe("hosts and paths (api §1)", () => {
  it("on a link-only host all but five first segments and /r are keys; its root is the key _root", async () => {
    await redirect.link({ key: "api" });
    expect((await redirect.visit("/api")).status).toBe(302);
    expect((await redirect.visit("/")).status).toBe(404);
    await redirect.link({ key: "_root", url: "https://example.com/root" });
    expect((await redirect.visit("/")).location).toBe("https://example.com/root");
    for (const path of ["/robots.txt", "/.well-known/x", "/Favicon.ico"]) {
      expect((await redirect.visit(path)).body).toBe("application");
    }
  });

  it("the application's host has no links; an unknown host has nothing; a workspace's own domain has links", async () => {
    await redirect.link({ key: "here" });
    expect((await redirect.visit("/here", { host: "app.test" })).body).toBe("application");
    expect((await redirect.visit("/here", { host: "elsewhere.test" })).status).toBe(404);
    await addDomain("own.test");
    await redirect.link({ key: "here", domain: "own.test" });
    expect((await redirect.visit("/here", { host: "OWN.test:443" })).status).toBe(302);
  });

  it("whatever host is asked, the process says how it is; by its address, without asking the store", async () => {
    for (const host of ["10.0.0.7:4400", "[::1]:4400", "referrals.default.svc", ""]) {
      for (const path of ["/health", "/ready", "/metrics?name=x"]) {
        expect((await redirect.visit(path, { host })).body).toBe("application");
      }
      expect((await redirect.visit("/healthy", { host })).status).toBe(404);
    }
    await addDomain("probed.test");
    await redirect.link({ key: "health", domain: "probed.test" });
    expect((await redirect.visit("/health", { host: "probed.test" })).status).toBe(302);
    const asked: string[] = [];
    const listen = createListener({
      config: testConfig({ linkDomains: ["https://ref.test"] }),
      redirect: () => {},
      form: () => {},
      isLinkDomain: async (host) => asked.push(host) < 0,
      app: () => {},
    });
    listen({ url: "/health", headers: { host: "10.0.0.7:4400" } } as IncomingMessage, {} as ServerResponse);
    expect(asked).toEqual([]);
  });

  it("on one's own machine the application answers by each of its names, beside a host of links", () => {
    const answered: string[] = [];
    const listen = createListener({
      config: testConfig({
        appUrl: "http://127.0.0.1:4711",
        apiUrl: "http://127.0.0.1:4711/api",
        linkDomains: ["http://go.acme.localhost:4711"],
      }),
      redirect: (_, __, domain) => answered.push(domain),
      form: () => {},
      isLinkDomain: () => Promise.resolve(false),
      app: () => answered.push("app"),
    });
    for (const host of ["127.0.0.1:4711", "localhost:4711", "[::1]:4711", "go.acme.localhost:4711"])
      listen({ method: "GET", url: "/ada", headers: { host } } as IncomingMessage, {} as ServerResponse);
    expect(answered).toEqual(["app", "app", "app", "go.acme.localhost:4711"]);
  });

  it("a form that is sent to a link is answered apart from redirects, so that it can be bounded", () => {
    const answered: string[] = [];
    const listen = createListener({
      config: testConfig({ linkDomains: ["https://ref.test"] }),
      redirect: (_, __, domain) => answered.push(`redirect ${domain}`),
      form: (_, __, domain) => answered.push(`form ${domain}`),
      isLinkDomain: () => Promise.resolve(false),
      app: () => answered.push("app"),
    });
    for (const method of ["GET", "HEAD", "POST"])
      listen({ method, url: "/deal", headers: { host: "ref.test" } } as IncomingMessage, {} as ServerResponse);
    expect(answered).toEqual(["redirect ref.test", "redirect ref.test", "form ref.test"]);
  });

  it("with a single shared host every Host counts as that host, and reserved segments are the application's", async () => {
    const shared = await openRedirect({
      appUrl: "https://one.test",
      apiUrl: "https://one.test/api",
      linkDomains: ["https://one.test"],
    });
    await shared.link({ key: "deal" });
    for (const host of ["one.test", "localhost:1234"]) {
      expect((await shared.visit("/deal", { host })).status).toBe(302);
      for (const path of ["/", "/api/links", "/API", "/embed/referrals", "/r", "/health"]) {
        expect((await shared.visit(path, { host })).body).toBe("application");
      }
      expect((await shared.visit("/r/deal", { host })).status).toBe(302);
    }
    await shared.close();
  });
});
