import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { queueMail } from "../../src/domain/mail/queue-mail.ts";
import { MailDelivery } from "../../src/jobs/send-mails.ts";
import { recallAttempts } from "../../src/jobs/recall-attempts.ts";
import { createSmtp } from "../../src/jobs/smtp.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { startSmtpServer } from "../mail/smtp-server.ts";
import { openRedirect } from "../redirect/open-redirect.ts";
import { deliverAll } from "../webhooks/deliver-all.ts";

const aheadMs = 40 * dayMs;
const hourMs = dayMs / 24;

describe("after a clock that was 40 days ahead went back", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await createTestService({
      rateLimits: true,
      mail: { smtpUrl: "smtp://127.0.0.1:1", from: "Acme <partners@acme.test>" },
    });
  });
  afterAll(() => service.close());

  it("a key that had reached its limit has all its requests again a minute later", async () => {
    const { apiKey: key } = await service.createWorkspace({ plan: "free" });
    const ask = async () => (await service.request("GET", "/tags", { key })).status;
    service.clock.advance(aheadMs);
    for (let asked = 0; asked < 60; asked += 1) expect(await ask()).toBe(200);
    expect(await ask()).toBe(429);
    service.clock.advance(-aheadMs);
    await ask();
    service.clock.advance(60_000);
    for (let asked = 0; asked < 60; asked += 1) expect(await ask()).toBe(200);
    expect(await ask()).toBe(429);
  });

  it("a mail that waits for its next attempt is sent", async () => {
    const { db } = service.store;
    const log = { error: () => {} };
    const unreachable = new MailDelivery(createSmtp({ smtpUrl: "smtp://127.0.0.1:1", from: "p@acme.test" }), log);
    service.clock.advance(aheadMs);
    const data = { url: "https://app.test/partners" };
    await queueMail(service.ctx(), { kind: "approved", key: "a", to: { email: "eva@mail.test", locale: "en" }, data });
    expect(await unreachable.round(service.ctx())).toBe(1);
    service.clock.advance(-aheadMs);

    const smtp = await startSmtpServer();
    onTestFinished(() => smtp.close());
    const job = new MailDelivery(createSmtp({ smtpUrl: smtp.url, from: "p@acme.test" }), log);
    expect(await recallAttempts(service.ctx())).toBe(1);
    expect(await job.round(service.ctx())).toBe(1);
    expect(smtp.mailsTo("eva@mail.test")).toHaveLength(1);
    await Promise.all([job, unreachable].map((each) => each.close(Promise.resolve())));
    expect(await db.selectFrom("mails").select("status").execute()).toEqual([{ status: "sent" }]);
  });

  it("a webhook that waits for its next attempt is posted, and one that waits for a day still waits", async () => {
    const body = { name: "Mine", url: "https://203.0.114.9/hook", triggers: ["link.created"] };
    const { body: hook } = await service.request("POST", "/webhooks", { body });
    const post = (status: number) => () => Promise.resolve({ status, error: null, retryAfter: 86_400 });
    service.clock.advance(aheadMs);
    await service.request("POST", "/links", { body: { url: "https://acme.test/1" } });
    await deliverAll(service.ctx(), post(503));
    service.clock.advance(-aheadMs);
    await service.request("POST", "/links", { body: { url: "https://acme.test/2" } });
    await deliverAll(service.ctx(), post(503));

    expect(await recallAttempts(service.ctx())).toBe(1);
    await deliverAll(service.ctx(), post(200));
    const { body: deliveries } = await service.request("GET", `/webhooks/${hook.id}/deliveries`);
    expect(deliveries.map(({ status }: { status: string }) => status).toSorted()).toEqual(["pending", "succeeded"]);
  });

  it("a provider's event that waits is tried again", async () => {
    const input = { provider: "stripe", secret: "whsec_clock" };
    const { body: integration } = await service.request("POST", "/integrations", { body: input });
    const [at, later] = [service.clock.now(), service.clock.now() + aheadMs].map((ms) => new Date(ms));
    await sql`INSERT INTO integration_deliveries
        (id, integration_id, event_id, type, status, outcome, steps, waits_for, occurred_at, received_at, next_attempt_at)
      VALUES ('evt_1', ${integration.id}, 'evt_1', 'invoice.paid', 'parked', 'waits', '[]', '[]', ${at}, ${at}, ${later})`.execute(
      service.store.db,
    );
    expect(await recallAttempts(service.ctx())).toBe(1);
    const due = await service.store.db.selectFrom("integration_deliveries").select("next_attempt_at").execute();
    expect(due).toEqual([{ next_attempt_at: at }]);
  });

  it("a visitor whose hour it had opened counts as unique again", async () => {
    const redirect = await openRedirect();
    onTestFinished(() => redirect.close());
    const { id, path } = await redirect.link();
    // Within the day: another day has another salt, and so another visitor.
    redirect.clock.advance(3 * hourMs);
    await redirect.visit(path);
    await redirect.running.clicks.loaded();
    redirect.clock.advance(-3 * hourMs);
    await redirect.visit(path);
    await redirect.visit(path);
    await redirect.running.clicks.loaded();
    const counts = await redirect.store.db
      .selectFrom("links")
      .select(["clicks", "unique_clicks"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(counts).toMatchObject({ unique_clicks: 2 });
  });
});
