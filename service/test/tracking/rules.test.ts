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
  it("A15: each lead and sale keeps how it was attributed: model, candidates, deciding click, its age and the reason", async () => {
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
    });
    await trackSale(ctx, { customerExternalId: "c", amount: 100 });
    expect((await only("sale_events")).attribution).toMatchObject({
      clickId: clicks[0],
      ageSeconds: 90,
      reason: "bound",
    });
  });

  it("A15: an event that is not attributed says why", async () => {
    const { ctx, clicks, only } = await begin();
    service.clock.advance(91 * dayMs);
    await trackLead(ctx, { clickId: clicks[0]!, eventName: "Late", customerExternalId: "c" });
    expect((await only("lead_events")).attribution).toMatchObject({ clickId: clicks[0], reason: "window_expired" });
  });
});

describe("customers", () => {
  it("V4: later facts win when they are not empty; the country is the click's", async () => {
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

  it("V7: a customer is one conversion for one enrollment, whatever is refunded or clicked later", async () => {
    const { ctx, clicks, one, two, linkOf } = await begin();
    await trackSale(ctx, { clickId: clicks[0], customerExternalId: "c", amount: 500, invoiceId: "in" });
    await trackRefund(ctx, { invoiceId: "in" });
    await trackSale(ctx, { clickId: clicks[1], customerExternalId: "c", amount: 700 });
    expect(await linkOf(one.linkId)).toMatchObject({ conversions: 1, sales: 1, sale_amount: 700 });
    expect(await linkOf(two.linkId)).toMatchObject({ conversions: 0, sales: 0, sale_amount: 0 });
  });
});

describe("money", () => {
  it("V11: parts of a refund in another currency take back what the whole does, to exactly 0 at the end", async () => {
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

  it("N2: amounts up to 2^53 − 1 are exact, beyond they are refused", async () => {
    const { world, clicks, one, linkOf } = await begin();
    const sale = (amount: number, invoiceId: string) =>
      service.request("POST", "/track/sale", {
        key: world.apiKey,
        body: JSON.stringify({ clickId: clicks[0], customerExternalId: "c", invoiceId }).replace(
          "}",
          `,"amount":${amount}}`,
        ),
      });
    expect((await sale(2 ** 53, "beyond")).status).toBe(422);
    expect((await sale(2 ** 53 - 1, "largest")).body.sale.amount).toBe(Number.MAX_SAFE_INTEGER);
    expect((await linkOf(one.linkId)).sale_amount).toBe(Number.MAX_SAFE_INTEGER);
    expect((await sale(1, "sum")).status).toBe(422);
    expect((await linkOf(one.linkId)).sale_amount).toBe(Number.MAX_SAFE_INTEGER);
    await trackRefund(world.ctx, { invoiceId: "largest" });
    expect((await linkOf(one.linkId)).sale_amount).toBe(0);
  });
});

describe("conventions", () => {
  it("N1: callers cannot set the time of an event", async () => {
    const { world, clicks, only } = await begin();
    const past = { at: "2020-01-01", date: "2020-01-01", timestamp: "2020-01-01", createdAt: "2020-01-01" };
    const body = { clickId: clicks[0], eventName: "Sign up", customerExternalId: "c", ...past };
    expect((await service.request("POST", "/track/lead", { key: world.apiKey, body })).status).toBe(200);
    expect((await only("lead_events")).at.getTime()).toBe(service.clock.now());
  });

  it("N4: who is invited earns until the invitation expires, and not from then on", async () => {
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

  it("N5, W1: what fails at its last statement leaves no row, counter, decision, audit row or event", async () => {
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

  it("N9: an audit row says who did what to which entity, from where to where, and in which request", async () => {
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
