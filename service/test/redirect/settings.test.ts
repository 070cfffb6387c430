import { afterEach, describe, expect, it } from "vitest";
import { disk } from "../../src/clicks/journal/disk.ts";
import { openRedirect, type TestRedirect } from "./open-redirect.ts";

let redirect: TestRedirect;

afterEach(() => redirect.close());

const stored = async (id: string): Promise<{ clicks: number; unique_clicks: number }> => {
  await redirect.running.clicks.loaded();
  return redirect.store.db
    .selectFrom("links")
    .select(["clicks", "unique_clicks"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
};

const googlebot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

describe("durability", () => {
  it("a click the disk does not take is answered 503 with Retry-After, forgotten, and the next one is unique", async () => {
    let broken = true;
    redirect = await openRedirect(
      {},
      {
        ...disk,
        write: (at, bytes, done) => disk.write(at, bytes, (error) => done(broken ? new Error("EIO") : error)),
      },
    );
    const { id, path } = await redirect.link({ track_conversion: true });
    const refused = await redirect.visit(path, { ip: "203.0.113.1" });
    expect([refused.status, refused.headers["retry-after"], refused.location]).toEqual([503, "5", undefined]);
    broken = false;
    expect((await redirect.visit(path, { ip: "203.0.113.1" })).status).toBe(302);
    expect(await stored(id)).toEqual({ clicks: 1, unique_clicks: 1 });
    expect(redirect.errors).toHaveLength(1);
  });

  it("a 302 leaves only after the sync of its click", async () => {
    let release: (() => void) | undefined;
    redirect = await openRedirect({}, { ...disk, write: (...args) => (release = () => disk.write(...args)) });
    const { path } = await redirect.link();
    let answered = false;
    const visit = redirect.visit(path).then((visited) => ((answered = true), visited));
    await expect.poll(() => release).toBeDefined();
    expect(answered).toBe(false);
    release!();
    expect((await visit).status).toBe(302);
  });

  it("CLICK_DURABILITY=async answers at once, and stores the click all the same", async () => {
    let release: (() => void) | undefined;
    redirect = await openRedirect(
      { clickDurability: "async" },
      { ...disk, write: (...args) => (release = () => disk.write(...args)) },
    );
    const { id, path } = await redirect.link();
    expect((await redirect.visit(path)).status).toBe(302);
    await expect.poll(() => release).toBeDefined();
    release!();
    expect(await stored(id)).toEqual({ clicks: 1, unique_clicks: 1 });
  });
});

describe("settings of the redirect", () => {
  it("CLICK_COUNTING=unique counts repeats nowhere, and stores them", async () => {
    redirect = await openRedirect({ clickCounting: "unique" });
    const { id, path } = await redirect.link();
    for (let i = 0; i < 3; i++) expect((await redirect.visit(path)).status, String(redirect.errors)).toBe(302);
    expect(await stored(id)).toEqual({ clicks: 1, unique_clicks: 1 });
    expect(redirect.errors).toEqual([]);
    const events = await redirect.store.db
      .selectFrom("click_events")
      .select("is_unique")
      .where("link_id", "=", id)
      .execute();
    expect(events.map(({ is_unique }) => is_unique).sort()).toEqual([false, false, true]);
    const hours = await redirect.store.db.selectFrom("link_hours").select("clicks").where("link_id", "=", id).execute();
    expect(hours).toEqual([{ clicks: 1 }]);
  });

  it("CLICK_COUNTING=unique stores repeats that are loaded without a first visit", async () => {
    redirect = await openRedirect({ clickCounting: "unique" });
    const { id, path } = await redirect.link();
    for (let i = 0; i < 2; i++) {
      expect((await redirect.visit(path)).status).toBe(302);
      expect(await stored(id)).toEqual({ clicks: 1, unique_clicks: 1 });
    }
    expect(redirect.errors).toEqual([]);
    const events = redirect.store.db.selectFrom("click_events").select("is_unique").where("link_id", "=", id);
    expect(await events.orderBy("is_unique").execute()).toEqual([{ is_unique: false }, { is_unique: true }]);
  });

  it("BOT_FILTER=strict counts no generic client", async () => {
    redirect = await openRedirect({ botFilter: "strict" });
    const { id, path } = await redirect.link();
    for (const ua of ["curl/8.5.0", "python-requests/2.32", null])
      expect((await redirect.visit(path, { ua })).status).toBe(302);
    expect(await stored(id)).toEqual({ clicks: 0, unique_clicks: 0 });
  });

  it("BOT_FILTER=off counts everybody", async () => {
    redirect = await openRedirect({ botFilter: "off" });
    const { id, path } = await redirect.link();
    for (const ua of ["curl/8.5.0", googlebot]) await redirect.visit(path, { ua });
    expect(await stored(id)).toEqual({ clicks: 2, unique_clicks: 2 });
  });

  it("REDIRECT_COOKIES=off sets none but the proof of a password", async () => {
    redirect = await openRedirect({ redirectCookies: false });
    const variants = JSON.stringify([
      { url: "https://a.test/", percentage: 50 },
      { url: "https://b.test/", percentage: 50 },
    ]);
    const { path } = await redirect.link({ test_variants: variants });
    expect((await redirect.visit(path)).cookies).toEqual([]);
    const { hashPassword } = await import("../../src/domain/links/link-password.ts");
    const secret = await redirect.link({ password_hash: await hashPassword("x") });
    expect((await redirect.visit(`${secret.path}?pw=x`)).cookies).toEqual([expect.stringMatching(/^ref_p_/)]);
  });

  it("TRUSTED_PROXIES alone may name the client's address", async () => {
    redirect = await openRedirect({ trustedProxies: [] });
    const { id, path } = await redirect.link();
    for (const ip of ["203.0.113.1", "203.0.113.2"]) await redirect.visit(path, { ip });
    expect(await stored(id)).toEqual({ clicks: 2, unique_clicks: 1 });
  });
});
