import { describe, expect, it } from "vitest";
import { createMetrics } from "../../src/metrics.ts";
import { openTestStore } from "../open-test-store.ts";
import type { ClickState } from "../../src/clicks/redirect/start-redirect.ts";
import { createMetricsRoute } from "../../src/routes/metrics.ts";

const clickState = (): ClickState => ({
  lagMs: () => 2500,
  checkDisk: () => Promise.resolve(),
  countDamaged: () => 2,
  countRefused: () => Promise.resolve(4),
});
const metrics = createMetrics({
  clicks: () => 3,
  clickState,
  outboxLagMs: () => Promise.resolve(1500),
  refusals: () => 5,
  mails: () => ({ sent: 3, failed: 1, retried: 2 }),
  mailLagMs: () => Promise.resolve(2500),
});

const ask = (
  metricsToken: string | undefined,
  remoteAddress: string,
  { headers = {}, trustedProxies = [] }: { headers?: Record<string, string>; trustedProxies?: string[] } = {},
) => {
  const init = { headers: { host: "127.0.0.1:4400", ...headers } };
  const env = { incoming: { socket: { remoteAddress } } };
  return createMetricsRoute(metrics, { metricsToken, trustedProxies }).request("/metrics", init, env);
};

describe("a watched store", () => {
  it("gives the same lane each time, for what is kept for it: one hub looks after all event streams", async () => {
    const store = await openTestStore();
    const watched = metrics.watchStore(store);
    expect(watched.in("calls")).toBe(watched.in("calls"));
    expect(watched.in("calls")).not.toBe(watched.in("jobs"));
    await store.close();
  });
});

describe("GET /metrics", () => {
  it("answers Prometheus text to this machine itself", async () => {
    for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
      const answer = await ask(undefined, address);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/plain")]);
    }
  });

  it("is not there for others, nor behind a proxy", async () => {
    expect((await ask(undefined, "203.0.113.9")).status).toBe(404);
    expect((await ask(undefined, "127.0.0.1", { headers: { "x-forwarded-for": "203.0.113.9" } })).status).toBe(404);
    expect((await ask(undefined, "127.0.0.1", { headers: { host: "app.example.com" } })).status).toBe(404);
    expect((await ask(undefined, "127.0.0.1", { trustedProxies: ["127.0.0.1"] })).status).toBe(404);
  });

  it("with METRICS_TOKEN answers only requests that carry it", async () => {
    expect((await ask("secret", "203.0.113.9", { headers: { authorization: "Bearer secret" } })).status).toBe(200);
    expect((await ask("secret", "203.0.113.9", { headers: { authorization: "Bearer other" } })).status).toBe(404);
    expect((await ask("secret", "127.0.0.1")).status).toBe(404);
  });

  it("reports requests, redirects, commits, clicks, outbox lag and refused requests", async () => {
    const text = await metrics.text();
    for (const name of ["request", "redirect", "transaction", "journal_commit"]) {
      expect(text).toContain(`# TYPE referrals_${name}_seconds histogram`);
    }
    expect(text).toContain("referrals_clicks_total 3");
    expect(text).toContain("referrals_outbox_lag_seconds 1.5");
    expect(text).toContain("referrals_mail_lag_seconds 2.5");
    expect(text).toContain('referrals_mails_total{outcome="failed"} 1');
    expect(text).toContain("referrals_rate_limited_total 0");
    expect(text).toContain("referrals_click_lag_seconds 2.5");
    expect(text).toContain("referrals_clicks_refused 4");
    expect(text).toContain(`referrals_limit_exhausted_total{limit="storedByPage"} 5`);
    expect(text).toContain("referrals_journal_damaged 2");
    expect(await metrics.text()).toContain("referrals_clicks_total 3");
  });

  it("reports the other figures while the database does not answer", async () => {
    const alone = createMetrics({
      clicks: () => 3,
      clickState,
      outboxLagMs: () => Promise.reject(new Error("connection refused")),
      refusals: () => 0,
      mails: () => undefined,
      mailLagMs: () => Promise.reject(new Error("down")),
    });
    const text = await alone.text();
    expect(text).toContain("referrals_clicks_total 3");
    expect(text).toContain("referrals_outbox_lag_seconds Nan");
    expect(text).toContain("referrals_mail_lag_seconds Nan");
  });
});
