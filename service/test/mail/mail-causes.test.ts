import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CommissionInput, MailKind } from "referrals-embed/contract";
import { queueMonthlySummaries, queueOwnerDigests } from "../../src/domain/mail/queue-digests.ts";
import { mailApplication } from "../../src/domain/enrollments/mail-applicant.ts";
import { queueMail } from "../../src/domain/mail/queue-mail.ts";
import { createCommission } from "../../src/domain/tracking/create-commission.ts";
import { inTransaction } from "../../src/domain/transaction.ts";
import { limits } from "../../src/limits.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await createTestService({ mail: { smtpUrl: "smtp://127.0.0.1:1", from: "partners@acme.test" } });
});
beforeEach(() => service.clock.set("2026-01-05T12:00:00Z"));
afterEach(async () => {
  await service.store.db.deleteFrom("mails").execute();
  await service.store.db.deleteFrom("people").execute();
});
afterAll(() => service.close());

const mails = (kind: MailKind) =>
  service.store.db.selectFrom("mails").select(["recipient", "data", "key"]).where("kind", "=", kind).execute();
const must = async (method: string, path: string, body?: object) => {
  const answer = await service.request(method, path, { body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};
let count = 0;
const sell = async (partnerId: string, more: object = {}) => {
  count += 1;
  const customer = { externalId: `customer-${count}`, email: `buyer-${count}@shop.test` };
  const sale = { amount: 10_000, currency: "usd", invoiceId: `in_${count}`, ...more };
  return must("POST", "/commissions", { partnerId, type: "sale", customer, sale });
};
const addPerson = async (workspaceId = service.workspaceId, more: object = {}): Promise<string> => {
  const id = service.deps.ids.next("per");
  const email = `${id.toLowerCase()}@acme.test`;
  const created_at = new Date(service.clock.now());
  await service.store.db
    .insertInto("people")
    .values({
      id,
      workspace_id: workspaceId,
      name: "Olga",
      email,
      email_key: email,
      role: "owner",
      created_at,
      ...more,
    })
    .execute();
  return id;
};

describe("the first sale", () => {
  it("is told once, with what it earned, and no later one is", async () => {
    const { id, email } = await service.createPartner();
    await sell(id);
    await sell(id);
    expect(await mails("firstSale")).toMatchObject([
      { recipient: email, data: { earnings: 2500, currency: "usd", url: "https://app.test/partners" } },
    ]);
  });

  it("is told of once, even when the note of it was forgotten", async () => {
    const { id } = await service.createPartner();
    await sell(id);
    await service.store.db.deleteFrom("mails").execute();
    await sell(id);
    expect(await mails("firstSale")).toEqual([]);
  });

  it("is not told when the sale is rolled back", async () => {
    const { id: partnerId } = await service.createPartner();
    const customer = { externalId: "rolled-back" };
    const sale = { amount: 10_000, currency: "usd", invoiceId: "in_rolled_back" };
    const undone = inTransaction(service.ctx(), async (ctx) => {
      await createCommission(ctx, { partnerId, type: "sale", customer, sale } as CommissionInput);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await mails("firstSale")).toEqual([]);
  });
});

describe("payouts", () => {
  const paidOut = async () => {
    const partner = await service.createPartner();
    await must("POST", "/commissions", { partnerId: partner.id, type: "custom", amount: 20_000 });
    await service.store.db
      .updateTable("partner_profiles")
      .set({
        default_payout_method: "paypal",
        paypal_email: `${partner.id}@paypal.test`,
        payouts_enabled_at: new Date("2025-01-01T00:00:00Z"),
      })
      .where("partner_id", "=", partner.id)
      .execute();
    await must("POST", "/payouts/run", {});
    const [payout] = await must("GET", `/payouts?partnerId=${partner.id}`);
    return { partner, payout };
  };

  it("are told when they are sent, once, however many marks follow", async () => {
    const { partner, payout } = await paidOut();
    await must("PATCH", `/payouts/${payout.id}`, { status: "sent" });
    await must("PATCH", `/payouts/${payout.id}`, { status: "sent" });
    await must("PATCH", `/payouts/${payout.id}`, { status: "completed" });
    expect(await mails("payoutSent")).toMatchObject([
      { recipient: partner.email, data: { amount: payout.amount, currency: "usd" } },
    ]);
    expect(await mails("payoutFailed")).toEqual([]);
  });

  it("are told when they fail, with the reason", async () => {
    const { partner, payout } = await paidOut();
    await must("PATCH", `/payouts/${payout.id}`, { status: "processing" });
    await must("PATCH", `/payouts/${payout.id}`, { status: "failed", failureReason: "Account closed" });
    expect(await mails("payoutFailed")).toMatchObject([
      { recipient: partner.email, data: { amount: payout.amount, reason: "Account closed" } },
    ]);
    expect(await mails("payoutSent")).toEqual([]);
  });
});

describe("the daily mail to who runs a program", () => {
  it("counts what waits, once a day, in the morning of the program", async () => {
    const { workspaceId, apiKey } = await service.createWorkspace();
    const id = await addPerson(workspaceId);
    await service.request("PATCH", "/program", {
      key: apiKey,
      body: { timezone: "America/New_York", autoApprove: false },
    });
    const body = { email: "applies@mail.test", status: "pending" };
    await service.request("POST", "/partners", { key: apiKey, body });
    service.clock.set("2026-01-05T12:59:00Z");
    expect(await queueOwnerDigests(service.ctx(""))).toBe(0);
    service.clock.set("2026-01-05T13:00:00Z");
    const [one, other] = await Promise.all([queueOwnerDigests(service.ctx("")), queueOwnerDigests(service.ctx(""))]);
    expect(one + other).toBeGreaterThan(0);
    expect(await queueOwnerDigests(service.ctx(""))).toBe(0);
    expect(await mails("ownerDigest")).toMatchObject([
      { key: `ownerDigest:${id}:2026-01-05`, data: { applications: 1, payoutsDue: 0, failingWebhooks: 0 } },
    ]);
    service.clock.advance(dayMs);
    await queueOwnerDigests(service.ctx(""));
    expect(await mails("ownerDigest")).toHaveLength(2);
  });

  it("leads to the console, and with CONSOLE=off nowhere, as does the mail of an application", async () => {
    const { workspaceId, apiKey } = await service.createWorkspace();
    await addPerson(workspaceId);
    await service.request("PATCH", "/program", { key: apiKey, body: { autoApprove: false } });
    const { body } = await service.request("POST", "/partners", { key: apiKey, body: { email: "waits@mail.test" } });
    const off = { ...service.ctx(workspaceId), config: { ...service.deps.config, console: false } };
    await mailApplication(off, { id: "app_2", partnerId: body.id, partnerName: "Eva" });
    expect((await mails("newApplication")).map(({ data }) => (data as { url: string | null }).url)).toEqual([
      `https://app.test/console/partners/${body.id}`,
      null,
    ]);
    expect(await queueOwnerDigests({ ...off, workspaceId: "" })).toBe(1);
    expect(await mails("ownerDigest")).toMatchObject([{ data: { applications: 1, url: null } }]);
  });

  it("is not sent when nothing waits, nor to a viewer, nor to who turned it off", async () => {
    const { workspaceId, apiKey } = await service.createWorkspace();
    await addPerson(workspaceId);
    expect(await queueOwnerDigests(service.ctx(""))).toBe(0);
    await service.store.db.deleteFrom("people").execute();
    await addPerson(workspaceId, { role: "viewer" });
    await addPerson(workspaceId, { mails: false });
    const hook = { name: "x", url: "https://hook.test", triggers: ["link.created"] };
    const { body } = await service.request("POST", "/webhooks", { key: apiKey, body: hook });
    await service.store.db.updateTable("webhooks").set({ consecutive_failures: 3 }).where("id", "=", body.id).execute();
    expect(await queueOwnerDigests(service.ctx(""))).toBe(0);
    await addPerson(workspaceId);
    expect(await queueOwnerDigests(service.ctx(""))).toBe(1);
    expect(await mails("ownerDigest")).toMatchObject([{ data: { failingWebhooks: 1 } }]);
  });
});

describe("the summary of a month", () => {
  it("is sent to who wants it, once, and not for an empty month", async () => {
    const [wants, idle, other] = [
      await service.createPartner(),
      await service.createPartner(),
      await service.createPartner(),
    ];
    for (const { id } of [wants, idle]) {
      await service.store.db
        .updateTable("partner_profiles")
        .set({ mail_choices: JSON.stringify({ monthlySummary: true }) })
        .where("partner_id", "=", id)
        .execute();
    }
    await sell(wants.id);
    await sell(other.id);
    expect(await queueMonthlySummaries(service.ctx(""))).toBe(0);
    service.clock.set("2026-02-01T12:00:00Z");
    expect(await queueMonthlySummaries(service.ctx(""))).toBe(0);
    service.clock.set("2026-02-02T00:00:00Z");
    expect(await queueMonthlySummaries(service.ctx(""))).toBe(1);
    expect(await queueMonthlySummaries(service.ctx(""))).toBe(0);
    expect(await mails("monthlySummary")).toMatchObject([
      { recipient: wants.email, data: { month: "2026-01", sales: 1, leads: 1, earnings: 2500, currency: "usd" } },
    ]);
  });
});

describe("floods", () => {
  it("end at 50 mails a day to a partner; a sign-in link is never among them", async () => {
    const { id: partnerId } = await service.createPartner();
    const url = "https://app.test/partners";
    for (let index = 0; index < limits.mailsOfPartner.amount + 5; index += 1)
      await queueMail(service.ctx(), { kind: "approved", key: `flood:${index}`, to: { partnerId }, data: { url } });
    expect(await mails("approved")).toHaveLength(limits.mailsOfPartner.amount);
    const expiresAt = new Date(service.clock.now() + 900_000).toISOString();
    await queueMail(service.ctx(), { kind: "signIn", key: "s", to: { partnerId }, data: { url, expiresAt } });
    expect(await mails("signIn")).toHaveLength(1);
    service.clock.advance(dayMs);
    await queueMail(service.ctx(), { kind: "approved", key: "next day", to: { partnerId }, data: { url } });
    expect(await mails("approved")).toHaveLength(limits.mailsOfPartner.amount + 1);
  });

  it("of applications end at 50 mails a day to who runs the program", async () => {
    const to = { email: "owner@acme.test", locale: null };
    const data = { partnerName: "Eva", url: "https://app.test/console" };
    for (let index = 0; index < limits.applicationMails.amount + 5; index += 1)
      await queueMail(service.ctx(), { kind: "newApplication", key: `app:${index}`, to, data });
    expect(await mails("newApplication")).toHaveLength(limits.applicationMails.amount);
  });
});
