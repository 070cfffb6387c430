import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { addRate } from "../../src/domain/tracking/add-rate.ts";
import { trackLead } from "../../src/domain/tracking/track-lead.ts";
import { trackRefund } from "../../src/domain/tracking/track-refund.ts";
import { trackSale } from "../../src/domain/tracking/track-sale.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { createWorld } from "../properties/world.ts";
import { subscribe } from "../webhooks/subscribe.ts";
import { storeClick } from "./stored-click.ts";

/** Whose sums are looked at. */
type Ids = Record<"link" | "enrollment" | "workspace" | "customer", string>;

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterEach(() => expectSound(service));
afterAll(() => service.close());

/** A workspace with two partners and one click of each, the second from Austria. */
async function begin() {
  const world = await createWorld(service, { sale: { rateBp: 2500 } }, 2);
  const [one, two] = world.members;
  const clicks = [await storeClick(service, one!.linkId), await storeClick(service, two!.linkId, { country: "AT" })];
  const { ctx } = world;
  const linkOf = async (id: string) =>
    ctx.db.selectFrom("links").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const only = async (table: "lead_events" | "sale_events") =>
    ctx.db.selectFrom(table).selectAll().where("workspace_id", "=", ctx.workspaceId).executeTakeFirstOrThrow();
  const customer = async () =>
    ctx.db.selectFrom("customers").selectAll().where("workspace_id", "=", ctx.workspaceId).executeTakeFirstOrThrow();
  return { world, ctx, one: one!, two: two!, clicks, linkOf, only, customer };
}

describe("attribution", () => {
  it("each lead and sale keeps how it was attributed: model, candidates, deciding click, its age and the reason (A15)", async () => {
    const { ctx, clicks, only } = await begin();
    const clickedAt = new Date(service.clock.now()).toISOString();
    service.clock.advance(90_000);
    await trackLead(ctx, { clickId: clicks[0]!, eventName: "Sign up", customerExternalId: "c" });
    expect((await only("lead_events")).attribution).toEqual({
      model: "last",
      candidates: [{ clickId: clicks[0], at: clickedAt }],
      clickId: clicks[0],
      ageSeconds: 90,
      reason: "click",
      signals: [],
      source: "server",
    });
    await trackSale(ctx, { customerExternalId: "c", amount: 100 });
    expect((await only("sale_events")).attribution).toMatchObject({
      clickId: clicks[0],
      ageSeconds: 90,
      reason: "bound",
    });
  });

  it("an event that is not attributed says why (A15)", async () => {
    const { ctx, clicks, only } = await begin();
    service.clock.advance(91 * dayMs);
    await trackLead(ctx, { clickId: clicks[0]!, eventName: "Late", customerExternalId: "c" });
    expect((await only("lead_events")).attribution).toMatchObject({ clickId: clicks[0], reason: "window_expired" });
  });
});

describe("customers", () => {
  it("later facts win when they are not empty; the country is the click's (V4)", async () => {
    const { ctx, clicks, customer } = await begin();
    const lead = (eventName: string, facts: object) =>
      trackLead(ctx, { clickId: clicks[1]!, eventName, customerExternalId: "c", ...facts });
    await lead("One", { customerName: "Ann", customerEmail: "ann@mail.test" });
    await lead("Two", { customerName: "", customerEmail: null, customerAvatar: "https://a.test/a.png" });
    await trackSale(ctx, { customerExternalId: "c", amount: 5, customerName: "Ann Doe" });
    expect(await customer()).toMatchObject({
      name: "Ann Doe",
      email: "ann@mail.test",
      avatar: "https://a.test/a.png",
      country: "AT",
    });
  });

  it("a customer is one conversion for one enrollment, whatever is refunded or clicked later (V7)", async () => {
    const { ctx, clicks, one, two, linkOf } = await begin();
    await trackSale(ctx, { clickId: clicks[0], customerExternalId: "c", amount: 500, invoiceId: "in" });
    await trackRefund(ctx, { invoiceId: "in" });
    await trackSale(ctx, { clickId: clicks[1], customerExternalId: "c", amount: 700 });
    expect(await linkOf(one.linkId)).toMatchObject({ conversions: 1, sales: 1, sale_amount: 700 });
    expect(await linkOf(two.linkId)).toMatchObject({ conversions: 0, sales: 0, sale_amount: 0 });
  });
});

describe("money", () => {
  it("parts of a refund in another currency take back what the whole does, to exactly 0 at the end (V11)", async () => {
    const { ctx, clicks, one, linkOf } = await begin();
    await addRate(ctx, { currency: "jpy", rate: "0.0067", validFrom: new Date(service.clock.now() - dayMs) });
    const sale = (invoiceId: string) =>
      trackSale(ctx, { clickId: clicks[0], customerExternalId: "c", amount: 997, currency: "jpy", invoiceId });
    await sale("whole");
    await sale("parts");
    const full = (await linkOf(one.linkId)).sale_amount;
    await trackRefund(ctx, { invoiceId: "whole", amount: 601 });
    const taken = full - (await linkOf(one.linkId)).sale_amount;
    for (const amount of [1, 200, 399, 1]) await trackRefund(ctx, { invoiceId: "parts", amount });
    expect((await linkOf(one.linkId)).sale_amount).toBe(full - 2 * taken);
    for (const invoiceId of ["whole", "parts"]) await trackRefund(ctx, { invoiceId });
    expect(await linkOf(one.linkId)).toMatchObject({ sales: 0, sale_amount: 0 });
  });

  it("a sale is at most 10^12 minor units, whatever its currency, and the answer says so (N2)", async () => {
    const { world, clicks, one, linkOf } = await begin();
    const sale = (amount: number, currency: string) =>
      service.request("POST", "/track/sale", {
        key: world.apiKey,
        body: { clickId: clicks[0], customerExternalId: "c", invoiceId: `in_${currency}`, amount, currency },
      });
    const beyond = await sale(10 ** 12 + 1, "usd");
    expect([beyond.status, beyond.body.error.message]).toEqual([422, "too_big: amount: must be at most 1000000000000"]);
    expect((await sale(10 ** 12, "usd")).body.sale.amount).toBe(10 ** 12);
    for (const currency of ["jpy", "krw", "idr", "vnd"]) expect((await sale(10 ** 12, currency)).status).toBe(200);
    expect((await linkOf(one.linkId)).sale_amount).toBe(10 ** 12);
    await trackRefund(world.ctx, { invoiceId: "in_usd" });
    expect((await linkOf(one.linkId)).sale_amount).toBe(0);
  });

  it("a rate that makes a sale larger than 10^12 leaves it waiting and fills the others (N2)", async () => {
    const { ctx, clicks, one, linkOf } = await begin();
    const sale = (amount: number, invoiceId: string) =>
      trackSale(ctx, { clickId: clicks[0]!, customerExternalId: "c", invoiceId, amount, currency: "kwd" });
    await sale(10 ** 12, "huge");
    await sale(1000, "ordinary");
    expect(await addRate(ctx, { currency: "kwd", rate: "50" })).toBe(1);
    expect((await linkOf(one.linkId)).sale_amount).toBe(5000);
    await expect(sale(10 ** 12, "later")).rejects.toThrow("must be at most 1000000000000 minor units of usd");
  });

  it.each([
    ["a link", "links", "sale_amount", (ids: Ids) => ids.link],
    ["a partner", "enrollment_stats", "total_sale_amount", (ids: Ids) => ids.enrollment],
    ["a workspace", "workspace_sums", "sale_amount", (ids: Ids) => ids.workspace],
    ["a customer", "customers", "sale_amount", (ids: Ids) => ids.customer],
  ] as const)(
    "the database keeps the sum of %s within what can be told exactly (N2)",
    async (_, table, column, idOf) => {
      const { world, ctx, clicks, one, customer } = await begin();
      const sale = (amount: number, invoiceId: string) =>
        service.request("POST", "/track/sale", {
          key: world.apiKey,
          body: { clickId: clicks[0], customerExternalId: "c", invoiceId, amount },
        });
      await sale(1000, "first");
      const key = { links: "id", enrollment_stats: "enrollment_id", workspace_sums: "workspace_id", customers: "id" }[
        table
      ];
      const ids = {
        link: one.linkId,
        enrollment: one.enrollmentId,
        workspace: world.workspaceId,
        customer: (await customer()).id,
      };
      const move = (by: number) =>
        sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${sql.ref(column)} + ${by}
        WHERE ${sql.ref(key)} = ${idOf(ids)}`.execute(ctx.db);
      const room = 10_000;
      await move(Number.MAX_SAFE_INTEGER - 1000 - room);
      try {
        const refused = await sale(room + 1, "beyond");
        expect([refused.status, refused.body.error.message]).toEqual([422, expect.stringContaining("2^53 - 1")]);
        expect((await sale(room / 2, "beyond")).status).toBe(200);
      } finally {
        await move(1000 + room - Number.MAX_SAFE_INTEGER);
      }
    },
  );
});

describe("conventions", () => {
  it("callers cannot set the time of an event (N1)", async () => {
    const { world, clicks, only } = await begin();
    const past = { at: "2020-01-01", date: "2020-01-01", timestamp: "2020-01-01", createdAt: "2020-01-01" };
    const body = { clickId: clicks[0], eventName: "Sign up", customerExternalId: "c", ...past };
    expect((await service.request("POST", "/track/lead", { key: world.apiKey, body })).status).toBe(200);
    expect((await only("lead_events")).at.getTime()).toBe(service.clock.now());
  });

  it("an invited partner earns until the invitation expires, and not from then on (N4)", async () => {
    const { world, ctx } = await begin();
    const invited = (
      await service.request("POST", "/partners/invite", { key: world.apiKey, body: { email: "guest@mail.test" } })
    ).body;
    const linkId = invited.links[0].id as string;
    const clickId = await storeClick(service, linkId);
    const leadLink = async (customerExternalId: string) =>
      (await trackLead(ctx, { clickId, eventName: "Sign up", customerExternalId })).link?.id ?? null;
    service.clock.advance(30 * dayMs - 1);
    expect(await leadLink("in time")).toBe(linkId);
    service.clock.advance(1);
    expect(await leadLink("too late")).toBeNull();
  });

  it("what fails at its last statement leaves no row, counter, decision, audit row or event (N5, W1)", async () => {
    const { world, ctx, clicks } = await begin();
    const count = async () => {
      const tables = [
        "customers",
        "lead_events",
        "sale_events",
        "commissions",
        "decisions",
        "audit_rows",
        "outbox_events",
      ];
      const counts = tables.map((table) => `(select count(*) from ${table})`).join(", ");
      const { rows } = await service.store.pool.query({
        text: `select ${counts}, (select sum(sales) from links)`,
        rowMode: "array",
      });
      return rows[0];
    };
    await subscribe(ctx, ["commission.created"]);
    const before = await count();
    const { pool } = service.store;
    await pool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no event'; end $$`,
    );
    await pool.query(`create trigger refuse before insert on outbox_events for each row
      when (new.event = 'commission.created') execute function refuse()`);
    const sale = () => trackSale(ctx, { clickId: clicks[0], customerExternalId: "c", amount: 100 });
    await expect(sale()).rejects.toThrow("no event");
    await pool.query("drop trigger refuse on outbox_events");
    expect(await count()).toEqual(before);
    expect((await service.request("GET", "/customers", { key: world.apiKey })).body).toEqual([]);
    await sale();
    expect(await count()).not.toEqual(before);
  });

  it("an audit row has actor, operation, entity, old and new state, and request id (N9)", async () => {
    const { world, one } = await begin();
    const headers = { "x-request-id": "trace-n9" };
    const body = { partnerId: one.partnerId, reason: "spam" };
    await service.request("POST", "/partners/ban", { key: world.apiKey, headers, body });
    const row = await world.ctx.db
      .selectFrom("audit_rows")
      .selectAll()
      .where("request_id", "=", "trace-n9")
      .where("entity", "=", "enrollment")
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      workspace_id: world.workspaceId,
      actor_type: "api_key",
      actor_id: expect.stringMatching(/^key_/),
      operation: "ban",
      entity_id: one.enrollmentId,
      from: "approved",
      to: "banned",
      reason: "spam",
    });
    expect(row.at.getTime()).toBe(service.clock.now());
  });
});
