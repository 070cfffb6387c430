import { describe, expect, it } from "vitest";
import { operations } from "referrals-embed/contract";
import { demoVariants, type DemoScene } from "referrals-embed/demo";
import { createDemoFetch } from "./fixed-day.ts";
import { routes } from "../../src/demo/routes.ts";
import { embedApiSuite } from "./embed-api-suite.ts";
import { createAsk, type Ask } from "./embed-client.ts";

const baseUrl = "https://app.example.com/api";

function demo(variant: string, override: Partial<DemoScene> = {}, elapsed = (): number => 0): Ask {
  return createAsk({ fetch: createDemoFetch({ variant, override, elapsed }), baseUrl, token: "demo" });
}

embedApiSuite("demo", async () => ({ fetch: createDemoFetch(), baseUrl, token: "demo" }));

describe("the demo", () => {
  it("answers every operation of the embed data API at its address, with its scope", () => {
    const expected = Object.entries(operations)
      .filter(([name]) => name.startsWith("embed."))
      .map(([, { method, path, scope }]) => [`${method} ${path.slice("/embed/referrals".length) || "/"}`, scope]);
    expect(Object.entries(routes).map(([route, { scope }]) => [route, scope])).toEqual(expected);
  });

  it("answers the same for the same variant", async () => {
    expect((await demo("")("GET /?interval=all")).body).toEqual((await demo("")("GET /?interval=all")).body);
  });

  it("answers an unknown variant with bad_request that lists the valid ones (EMB-D2)", async () => {
    const { status, body } = await demo("nope")("GET /");
    expect(status).toBe(400);
    for (const variant of Object.keys(demoVariants)) expect(body.error.message).toContain(variant);
  });

  it("knows no variant by a name every object has (EMB-D2)", async () => {
    expect((await demo("constructor")("GET /")).status).toBe(400);
  });

  it("takes what fetch takes: a path, a URL, a Request with its body", async () => {
    const fetch = createDemoFetch();
    const headers = { Authorization: "Bearer demo", "Content-Type": "application/json" };
    const sent = { method: "POST", headers, body: '{ "key": "mine" }' };
    expect((await fetch("/api/embed/referrals/token", { headers })).status).toBe(200);
    expect((await fetch(new URL(`${baseUrl}/embed/referrals/`), { headers })).status).toBe(200);
    expect((await fetch(new Request(`${baseUrl}/embed/referrals/links`, sent))).status).toBe(201);
    expect((await fetch(`${baseUrl}/embed/referrals/links`, sent)).status).toBe(409);
  });

  it("rejects with the reason of an abort, before it answers and while it waits", async () => {
    const fetch = createDemoFetch({ override: { delayMs: 10 } });
    await expect(fetch(baseUrl, { signal: AbortSignal.abort("left") })).rejects.toBe("left");
    const page = new AbortController();
    const answer = fetch(baseUrl, { signal: page.signal });
    page.abort("left");
    await expect(answer).rejects.toBe("left");
  });

  it("fails the chosen routes, and no other", async () => {
    const ask = demo("", { failure: { calls: ["PATCH /links/{id}", "GET /"], with: "unauthorized" } });
    const { status, headers } = await ask("GET /");
    expect([status, headers.get("WWW-Authenticate")]).toEqual([401, expect.stringContaining('"revoked"')]);
    expect((await ask("PATCH /links/any", {})).status).toBe(401);
    expect((await ask("GET /links")).status).toBe(200);
  });

  it("pays out exactly the commissions marked as paid", async () => {
    const ask = demo("");
    const payouts = (await ask("GET /payouts?limit=100&status=completed")).body.data as { amount: number }[];
    const { earnings } = (await ask("GET /")).body;
    expect(payouts.reduce((sum, { amount }) => sum + amount, 0)).toBe(earnings.paid);
    expect((await ask("GET /payouts?status=processing")).body.data[0].amount).toBe(earnings.processed);
  });

  it("shows three links and twelve months", async () => {
    const { body } = await demo("")("GET /?interval=all");
    expect(body.links).toHaveLength(3);
    expect(body.timeseries).toHaveLength(12);
    expect(body.timeseries[0].clicks).toBeGreaterThan(0);
  });

  it("shows no activity as zeros and an empty list, not as nothing", async () => {
    const ask = demo("empty");
    expect((await ask("GET /")).body.stats).toMatchObject({ clicks: 0, saleAmount: 0 });
    expect((await ask("GET /earnings")).body).toEqual({ data: [], nextCursor: null, total: 0 });
  });

  it("holds 10,000 commissions and 500 links", async () => {
    const ask = demo("10k");
    expect((await ask("GET /earnings")).body.total).toBe(10_000);
    expect((await ask("GET /links")).body.total).toBe(500);
  });

  it.each(["pending", "invited", "rejected", "declined", "banned"] as const)(
    "gives a partner who is %s a notice and no data (K10)",
    async (status) => {
      const ask = demo(status);
      const { body } = await ask("GET /");
      expect(body).toMatchObject({ status, access: "none", notice: { code: status }, stats: null, links: null });
      expect((await ask("GET /earnings")).status).toBe(403);
      expect((await ask("GET /token")).status).toBe(200);
    },
  );

  it("gives a ban no reason, no date and no reward", async () => {
    const { body } = await demo("banned")("GET /");
    expect(body).toMatchObject({ notice: { reason: null, note: null, until: null }, rewards: [], actions: [] });
  });

  it("lets an invited partner in, unless the invitation has expired (E9)", async () => {
    const ask = demo("invited");
    expect((await ask("POST /enrollment/accept", {})).body).toMatchObject({ status: "approved", access: "full" });
    expect((await ask("GET /earnings")).status).toBe(200);
    expect((await demo("invited", { overdue: true })("POST /enrollment/accept", {})).status).toBe(410);
  });

  it("knows no enrollment after a withdrawal (E6)", async () => {
    const ask = demo("pending");
    expect((await ask("POST /enrollment/withdraw", {})).status).toBe(200);
    expect((await ask("GET /")).status).toBe(404);
  });

  it("fails panels and not the first screen with demo:error", async () => {
    const ask = demo("error");
    expect((await ask("GET /")).status).toBe(200);
    expect((await ask("GET /links")).status).toBe(500);
  });

  it("goes silent after the first screen with demo:offline", async () => {
    const ask = demo("offline");
    expect((await ask("GET /")).status).toBe(200);
    await expect(ask("GET /links")).rejects.toThrow(TypeError);
    await expect(ask("GET /")).rejects.toThrow(TypeError);
  });

  it("asks for patience with demo:rate_limited, and refuses with demo:blocked", async () => {
    const { status, headers } = await demo("rate_limited")("GET /");
    expect([status, headers.get("Retry-After")]).toEqual([429, "20"]);
    expect((await demo("blocked")("GET /")).status).toBe(403);
  });

  it("refuses the token twice once five seconds have passed with demo:expired", async () => {
    let now = 0;
    const ask = demo("expired", {}, () => now);
    expect((await ask("GET /")).status).toBe(200);
    now = 5000;
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await ask("GET /links")).status);
    expect(statuses).toEqual([401, 401, 200]);
  });

  it("counts yen without decimals", async () => {
    expect((await demo("jpy")("GET /")).body.program.currency).toBe("jpy");
  });

  it("refuses writes the token's scopes leave out", async () => {
    const ask = demo("", { scopes: ["read"] });
    expect((await ask("POST /links", {})).status).toBe(403);
    expect((await ask("GET /")).body.linkRules.canCreate).toBe(false);
  });

  it("takes a hidden section's figures out everywhere", async () => {
    const ask = demo("", { hidden: ["earnings", "revenue", "live"] });
    const { body } = await ask("GET /");
    expect(body).toMatchObject({ earnings: null, recentEarnings: null, stats: { saleAmount: null } });
    expect(body.timeseries[0]).toMatchObject({ earnings: null, saleAmount: null });
    expect((await ask("GET /earnings")).status).toBe(403);
    expect((await ask("GET /leaderboard")).body.data[0]).toMatchObject({ earnings: null, band: null });
  });

  it("refuses a link beyond the limit (L2)", async () => {
    expect((await demo("", { maxLinks: 3 })("POST /links", {})).status).toBe(409);
  });

  it("shows no leaderboard while fewer than five have earned (Y1)", async () => {
    expect((await demo("", { leaderboardPartners: 3 })("GET /leaderboard")).body).toMatchObject({
      available: false,
      reason: "too_few_partners",
      data: [],
      me: { rank: null },
    });
  });

  it("lets no band hold fewer than five partners (Y2)", async () => {
    const { body } = await demo("")("GET /leaderboard");
    const bands = (body.data as { band: string }[]).map((row) => row.band);
    for (const band of bands) expect(bands.filter((other) => other === band).length).toBeGreaterThanOrEqual(5);
  });

  it("exports CSV whose text no spreadsheet runs", async () => {
    const fetch = createDemoFetch({ override: { linkSuffix: "" } });
    const headers = { Authorization: "Bearer demo" };
    await createAsk({ fetch, baseUrl, token: "demo" })("PATCH /profile", { companyName: "=1+1" });
    const answer = await fetch(`${baseUrl}/embed/referrals/export?format=csv&section=profile`, { headers });
    expect(answer.headers.get("Content-Disposition")).toContain("attachment");
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(bytes)).toContain(",'=1+1,");
    expect((await fetch(`${baseUrl}/embed/referrals/export?format=csv`, { headers })).status).toBe(422);
    const earnings = await (
      await fetch(`${baseUrl}/embed/referrals/export?format=csv&section=earnings`, { headers })
    ).text();
    const columns = earnings.slice(1).split("\r\n", 1)[0]!.split(",");
    expect(columns).toEqual(expect.arrayContaining(["payout.id", "payout.status"]));
    expect(columns).not.toContain("payout");
  });

  it("leaves what the program hides out of the whole export, and refuses it alone, as the service does (EMB-D1)", async () => {
    const fetch = createDemoFetch({ override: { hidden: ["payouts", "revenue", "live"] } });
    const ask = createAsk({ fetch, baseUrl, token: "demo" });
    const { body } = await ask("GET /export");
    expect(body).not.toHaveProperty("payouts");
    expect(body.events.find((row: { event: string }) => row.event === "sale")).toMatchObject({ sale: null });
    expect((await ask("GET /export?section=payouts")).status).toBe(403);
  });
});
