import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAgentClassifier } from "../../src/clicks/redirect/classify-agent.ts";
import { openRedirect, type TestRedirect } from "./open-redirect.ts";

let redirect: TestRedirect;

beforeAll(async () => {
  redirect = await openRedirect();
});
beforeEach(() => redirect.clock.set("2026-03-10T12:00:00Z"));
afterAll(() => redirect.close());

const counters = async (id: string): Promise<{ clicks: number; unique: number }> => {
  await redirect.running.clicks.loaded();
  const { clicks, unique_clicks } = await redirect.store.db
    .selectFrom("links")
    .select(["clicks", "unique_clicks"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { clicks, unique: unique_clicks };
};

const clickIdOf = (location: string | undefined): string | null => new URL(location!).searchParams.get("ref_id");

describe("the visitor of a partner's embed", () => {
  it("is none for a server that reads the first data for a host's partners, or for a bot (A12)", async () => {
    const { clicks } = redirect.running;
    const browser = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
    expect(await clicks.visitorOf("203.0.113.9", browser)).toMatchObject({ visitor: expect.any(String) });
    for (const agent of ["node", "undici", "python-requests/2.32", "Googlebot/2.1", ""])
      expect(await clicks.visitorOf("203.0.113.9", agent), agent).toBeNull();
  });
});

describe("keys that are the same", () => {
  it("lead to one link in every spelling, and count on it alone (T8)", async () => {
    const greek = await redirect.link({ key: "ΣΑΣ" });
    const turkish = await redirect.link({ key: "İx" });
    const german = await redirect.link({ key: "Größe" });
    const spellings: [string, string[]][] = [
      [greek.id, ["ΣΑΣ", "σας", "σασ", "Σας"]],
      [turkish.id, ["İx", "i\u0307X", "İX"]],
      [german.id, ["Größe", "GRÖẞE", "gro\u0308ße"]],
    ];
    for (const [id, keys] of spellings) {
      for (const [index, key] of keys.entries()) {
        const visited = await redirect.visit(`/${encodeURIComponent(key)}`, { ip: `203.0.113.${100 + index}` });
        expect(visited.status, key).toBe(302);
      }
      expect((await counters(id)).clicks).toBe(keys.length);
    }
    await expect(redirect.link({ key: "σας" })).rejects.toMatchObject({ constraint: "links_key" });
  });
});

describe("the links of an invitation", () => {
  it("are as disabled from the moment it runs out, also those in memory, until it is renewed or accepted (E26, A11)", async () => {
    const { enrollmentId, partnerId } = await redirect.enroll();
    const { id, path } = await redirect.link({ enrollment_id: enrollmentId, partner_id: partnerId });
    const enrollment = (values: object) =>
      redirect.store.db.updateTable("enrollments").set(values).where("id", "=", enrollmentId).execute();
    const ends = (inMs: number) => new Date(redirect.clock.now() + inMs);
    await enrollment({ status: "invited", invite_expires_at: ends(60_000) });
    const status = async () => (await redirect.visit(path, { ip: "203.0.113.77" })).status;
    expect(await status()).toBe(302);
    redirect.clock.advance(60_000);
    expect(await status()).toBe(404);
    await enrollment({ invite_expires_at: ends(60_000) });
    await expect.poll(status).toBe(302);
    await enrollment({ status: "approved" });
    await expect.poll(status).toBe(302);
    redirect.clock.advance(120_000);
    expect(await status()).toBe(302);
    expect((await counters(id)).clicks).toBeGreaterThan(0);
  });
});

describe("a counted click", () => {
  it("is answered with a click id of letters and digits, and stored with what it says of its visitor (A1)", async () => {
    const { id, path } = await redirect.link({ track_conversion: true });
    const ua =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
    const headers = { referer: "https://news.example/story?secret=1" };
    const { status, location } = await redirect.visit(`${path}?qr=1`, { ip: "203.0.113.1", ua, headers });
    expect(status).toBe(302);
    expect(location).toMatch(/^https:\/\/example\.com\/landing\?ref_id=[0-9A-Za-z]{16,64}$/);
    await redirect.running.clicks.loaded();
    const events = await redirect.store.db.selectFrom("click_events").selectAll().where("link_id", "=", id).execute();
    expect(events).toEqual([
      expect.objectContaining({
        at: new Date("2026-03-10T12:00:00Z"),
        workspace_id: redirect.workspaceId,
        click_id: clickIdOf(location),
        is_unique: true,
        url: "https://example.com/landing",
        trigger: "qr",
        country: null,
        device: "Mobile",
        browser: "Safari",
        os: "iOS",
        referer: "news.example",
        referer_url: "https://news.example/story",
      }),
    ]);
    expect(JSON.stringify(events)).not.toContain("203.0.113.1");
  });

  it("keeps its id for 60 minutes from the unique click, counted but not unique; then a new one opens (A1)", async () => {
    const { id, path } = await redirect.link({ track_conversion: true });
    const visit = async (): Promise<string | null> =>
      clickIdOf((await redirect.visit(path, { ip: "203.0.113.2" })).location);
    const first = await visit();
    redirect.clock.advance(40 * 60_000);
    expect(await visit()).toBe(first);
    redirect.clock.advance(20 * 60_000 - 1);
    expect(await visit()).toBe(first);
    redirect.clock.advance(1);
    expect(await visit()).not.toBe(first);
    expect(await counters(id)).toEqual({ clicks: 4, unique: 2 });
  });

  it("is another visitor's from another address or user agent, and another link's on another link (A1)", async () => {
    const { id, path } = await redirect.link();
    const other = await redirect.link();
    await redirect.visit(path, { ip: "203.0.113.3" });
    await redirect.visit(path, { ip: "203.0.113.4" });
    await redirect.visit(path, { ip: "203.0.113.3", ua: "Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0" });
    await redirect.visit(other.path, { ip: "203.0.113.3" });
    expect(await counters(id)).toEqual({ clicks: 3, unique: 3 });
    expect(await counters(other.id)).toEqual({ clicks: 1, unique: 1 });
  });

  it("the hour survives a restart (A1)", async () => {
    const { id, path } = await redirect.link({ track_conversion: true });
    const before = await redirect.visit(path, { ip: "203.0.113.5" });
    await redirect.restart();
    redirect.clock.advance(59 * 60_000);
    const after = await redirect.visit(path, { ip: "203.0.113.5" });
    expect(clickIdOf(after.location)).toBe(clickIdOf(before.location));
    expect(await counters(id)).toEqual({ clicks: 2, unique: 1 });
  });

  it("the hour continues over midnight, when the salt changes (A4)", async () => {
    const { id, path } = await redirect.link({ track_conversion: true });
    redirect.clock.set("2026-03-10T23:50:00Z");
    const before = await redirect.visit(path, { ip: "203.0.113.6" });
    redirect.clock.set("2026-03-11T00:20:00Z");
    const after = await redirect.visit(path, { ip: "203.0.113.6" });
    expect(clickIdOf(after.location)).toBe(clickIdOf(before.location));
    expect(await counters(id)).toEqual({ clicks: 2, unique: 1 });
    const salts = await redirect.store.db.selectFrom("visitor_salts").selectAll().execute();
    expect(new Set(salts.map(({ salt }) => salt)).size).toBe(salts.length);
  });

  it("salts are destroyed after 48 hours (A4)", async () => {
    const { path } = await redirect.link();
    redirect.clock.set("2026-03-15T12:00:00Z");
    await redirect.visit(path);
    const days = await redirect.store.pool.query("select day::text from visitor_salts");
    expect(days.rows).toEqual([{ day: "2026-03-15" }]);
  });

  it("a browser that kept its cookie keeps its click id from another address (A1)", async () => {
    const { id, path } = await redirect.link({ track_conversion: true });
    const first = await redirect.visit(path, { ip: "203.0.113.7" });
    const cookie = first.cookies[0]!.split(";")[0]!;
    expect(cookie).toBe(`ref_c_${id}=${clickIdOf(first.location)}`);
    const second = await redirect.visit(path, { ip: "203.0.113.8", headers: { cookie } });
    expect(clickIdOf(second.location)).toBe(clickIdOf(first.location));
    const foreign = await redirect.visit(path, {
      ip: "203.0.113.9",
      headers: { cookie: `ref_c_${id}=AAAAAAAAAAAAAAAA` },
    });
    expect(clickIdOf(foreign.location)).not.toBe("AAAAAAAAAAAAAAAA");
    expect(await counters(id)).toEqual({ clicks: 3, unique: 2 });
  });

  it("simultaneous first visits of one visitor make one unique click (A3)", async () => {
    const { id, path } = await redirect.link({ track_conversion: true });
    const visits = await Promise.all(Array.from({ length: 20 }, () => redirect.visit(path, { ip: "203.0.113.10" })));
    expect(new Set(visits.map(({ location }) => clickIdOf(location))).size).toBe(1);
    expect(await counters(id)).toEqual({ clicks: 20, unique: 1 });
  });

  it("moves link, enrollment and the hour's sums together (V1, I1, I32)", async () => {
    const { enrollmentId, partnerId } = await redirect.enroll();
    const { id, path } = await redirect.link({
      program_id: redirect.programId,
      partner_id: partnerId,
      enrollment_id: enrollmentId,
    });
    for (const ip of ["203.0.113.20", "203.0.113.21", "203.0.113.20"]) await redirect.visit(path, { ip });
    expect(await counters(id)).toEqual({ clicks: 3, unique: 2 });
    const { db } = redirect.store;
    const stats = await db
      .selectFrom("enrollment_stats")
      .selectAll()
      .where("enrollment_id", "=", enrollmentId)
      .executeTakeFirstOrThrow();
    expect(stats).toMatchObject({ total_clicks: 3, total_unique_clicks: 2 });
    const hours = await db.selectFrom("link_hours").selectAll().where("link_id", "=", id).execute();
    expect(hours).toEqual([
      expect.objectContaining({ at: new Date("2026-03-10T12:00:00Z"), clicks: 3, unique_clicks: 2, leads: 0 }),
    ]);
    const program = await db
      .selectFrom("program_hours")
      .selectAll()
      .where("program_id", "=", redirect.programId)
      .execute();
    expect(program.reduce((sum, row) => sum + row.clicks, 0)).toBe(3);
    const { last_clicked } = await db
      .selectFrom("links")
      .select("last_clicked")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(last_clicked).toEqual(new Date("2026-03-10T12:00:00Z"));
  });

  it("earns its enrollment's click reward of that moment once, generic clients nothing (C7)", async () => {
    const { db } = redirect.store;
    const at = new Date();
    const reward = { program_id: redirect.programId, event: "click" as const, type: "flat" as const, amount_minor: 10 };
    await db
      .insertInto("rewards")
      .values({ ...reward, id: "rw_click", created_at: at, updated_at: at })
      .execute();
    const { enrollmentId, partnerId } = await redirect.enroll("rw_click");
    const { id, path } = await redirect.link({
      program_id: redirect.programId,
      partner_id: partnerId,
      enrollment_id: enrollmentId,
    });
    for (const ip of ["203.0.113.30", "203.0.113.31", "203.0.113.30"]) await redirect.visit(path, { ip });
    await redirect.visit(path, { ip: "203.0.113.32", ua: "curl/8.5.0" });
    await redirect.visit(path, { ip: "203.0.113.33", ua: null });
    expect(await counters(id)).toEqual({ clicks: 5, unique: 4 });
    const days = await redirect.store.pool.query(
      "select enrollment_id, reward_id, day::text, quantity from click_reward_days",
    );
    expect(days.rows).toEqual([{ enrollment_id: enrollmentId, reward_id: "rw_click", day: "2026-03-10", quantity: 2 }]);
    await db.updateTable("enrollments").set({ click_reward_id: null }).where("id", "=", enrollmentId).execute();
    await redirect.visit(path, { ip: "203.0.113.34" });
    await redirect.running.clicks.loaded();
    expect((await redirect.store.pool.query("select sum(quantity)::int8 as n from click_reward_days")).rows).toEqual([
      { n: 2 },
    ]);
  });

  it("an address earns as many click rewards of a date as the program lets it, whatever its browsers; the others are counted beside (A1)", async () => {
    const { db } = redirect.store;
    const { enrollmentId, partnerId } = await redirect.enroll("rw_click");
    const { id, path } = await redirect.link({
      program_id: redirect.programId,
      partner_id: partnerId,
      enrollment_id: enrollmentId,
    });
    const rows = async () => {
      await redirect.running.clicks.loaded();
      const { rows } = await redirect.store.pool.query(
        "select day::text, quantity, unrewarded from click_reward_days where enrollment_id = $1 order by day",
        [enrollmentId],
      );
      return rows;
    };
    const visitAs = (browser: number, ip: string) =>
      redirect.visit(path, { ip, ua: `Mozilla/5.0 Firefox/${browser}.0` });
    for (let browser = 1; browser <= 14; browser += 1) await visitAs(browser, "203.0.113.61");
    expect(await rows()).toEqual([{ day: "2026-03-10", quantity: 10, unrewarded: 4 }]);
    // A /64 is one household's; another address has rewards of its own.
    for (let browser = 1; browser <= 12; browser += 1) await visitAs(browser, `2001:db8::${browser}`);
    await visitAs(1, "203.0.113.62");
    expect(await rows()).toEqual([{ day: "2026-03-10", quantity: 21, unrewarded: 6 }]);
    redirect.clock.advance(24 * 3_600_000);
    await visitAs(1, "203.0.113.61");
    await db.updateTable("programs").set({ click_rewards_per_address: null }).execute();
    for (let browser = 2; browser <= 12; browser += 1) await visitAs(browser, "203.0.113.61");
    await redirect.running.clicks.loaded();
    await db.updateTable("programs").set({ click_rewards_per_address: 10 }).execute();
    expect((await rows()).at(-1)).toEqual({ day: "2026-03-11", quantity: 12, unrewarded: 0 });
    expect(await counters(id)).toEqual({ clicks: 39, unique: 39 });
  });

  const headless =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36";

  it("the guide on tracking says that headless browsers are robots, and what makes them visitors", async () => {
    const guide = await readFile(new URL("../../../docs/guides/tracking.md", import.meta.url), "utf8");
    for (const word of ["`HeadlessChrome`", "`BOT_FILTER=off`"]) expect(guide).toContain(word);
    const kinds = (["default", "strict", "off"] as const).map((filter) => createAgentClassifier(filter)(headless).kind);
    expect(kinds).toEqual(["bot", "bot", "visitor"]);
    expect(createAgentClassifier("default")(headless.replace("Headless", "")).kind).toBe("visitor");
  });

  it("bots, prefetches, HEAD and opt-outs are redirected without id or count (A2)", async () => {
    const { id, path } = await redirect.link({ track_conversion: true });
    const uncounted = [
      await redirect.visit(path, { ua: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" }),
      await redirect.visit(path, { ua: "facebookexternalhit/1.1" }),
      await redirect.visit(path, { ua: "Mozilla/5.0 (compatible; UptimeRobot/2.0)" }),
      await redirect.visit(path, { ua: headless }),
      await redirect.visit(path, { headers: { "sec-purpose": "prefetch;prerender" } }),
      await redirect.visit(path, { headers: { purpose: "prefetch" } }),
      await redirect.visit(path, { method: "HEAD" }),
      await redirect.visit(path, { headers: { "ref-no-track": "1" } }),
      await redirect.visit(`${path}?ref-no-track=1`),
    ];
    for (const { status, location, cookies } of uncounted) {
      expect({ status, location, cookies }).toEqual({
        status: 302,
        location: "https://example.com/landing",
        cookies: [],
      });
    }
    expect(await counters(id)).toEqual({ clicks: 0, unique: 0 });
  });

  it("has its `link.clicked` event in the outbox, with click and link, when a webhook may receive it", async () => {
    const { db } = redirect.store;
    const at = new Date();
    const hook = { workspace_id: redirect.workspaceId, name: "Hook", url: "https://hook.example/", secret: "whsec_x" };
    const triggers = JSON.stringify(["link.clicked"]);
    await db
      .insertInto("webhooks")
      .values({ ...hook, id: "wh_1", triggers, created_at: at, updated_at: at })
      .execute();
    const { id, path } = await redirect.link({ webhook_ids: JSON.stringify(["wh_1"]) });
    await redirect.visit(path, { ip: "203.0.113.40" });
    await redirect.running.clicks.loaded();
    const events = await db
      .selectFrom("outbox_events")
      .select(["event", "data"])
      .where("event", "=", "link.clicked")
      .execute();
    expect(events).toMatchObject([
      { data: { click: { trigger: "link", ip: "" }, link: { id, webhookIds: ["wh_1"] } } },
    ]);
    await db.deleteFrom("webhooks").where("id", "=", "wh_1").execute();
  });

  it("is known to the domain from its answer on, and to every read after `loaded`", async () => {
    const { id, path } = await redirect.link({ track_conversion: true });
    const { location } = await redirect.visit(path, { ip: "203.0.113.41" });
    const clickId = clickIdOf(location)!;
    const { findStoredClick } = await import("../../src/store/queries/tracking/tracking.ts");
    const found = redirect.running.clicks.find(clickId) ?? (await findStoredClick(redirect.store.db, clickId));
    expect(found).toMatchObject({ link_id: id, click_id: clickId });
    await redirect.running.clicks.loaded();
    expect(await findStoredClick(redirect.store.db, clickId)).toMatchObject({ link_id: id });
    expect(redirect.running.clicks.find(clickId)).toBeUndefined();
  });

  it("is dropped with a link deleted before it was stored, and moves nothing", async () => {
    const { id, path } = await redirect.link();
    await redirect.visit(path, { ip: "203.0.113.42" });
    await redirect.running.clicks.loaded();
    await redirect.store.db.deleteFrom("click_events").where("link_id", "=", id).execute();
    await redirect.store.db.deleteFrom("links").where("id", "=", id).execute();
    expect((await redirect.visit(path, { ip: "203.0.113.42" })).status).toBe(404);
  });

  it("may come without a link's redirect: a direct visit answers its id, a repeat the same and counts nothing", async () => {
    const { id } = await redirect.link();
    const direct = {
      linkId: id,
      url: "https://example.com/page",
      referrer: null,
      trigger: "pageview" as const,
      address: "203.0.113.50",
      userAgent: "Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0",
      proxyHeaders: new Headers(),
    };
    const first = await redirect.running.clicks.record(direct);
    expect(await redirect.running.clicks.record(direct)).toBe(first);
    await redirect.running.clicks.record({ ...direct, userAgent: "Googlebot/2.1" });
    await redirect.running.clicks.record({ ...direct, address: "203.0.113.51", url: "https://example.com/\ud800" });
    expect(await counters(id)).toEqual({ clicks: 2, unique: 2 });
  });
});
