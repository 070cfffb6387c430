import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { storeClick } from "../tracking/stored-click.ts";
import { activePartner } from "./active-partner.ts";

let service: TestService;
let token: string;
let linkId: string;
let partnerId: string;
let other: Awaited<ReturnType<typeof activePartner>>;

beforeAll(async () => {
  service = await createTestService();
  const active = await activePartner(service);
  ({ token, linkId } = active);
  partnerId = active.partner.id;
  other = await activePartner(service);
  service.clock.advance(2 * dayMs);
  const clickId = await storeClick(service, linkId, { country: "FR" });
  await service.request("POST", "/track/lead", {
    body: { clickId, customerExternalId: "lead-1", eventName: "Sign up", customerName: "Zoë" },
  });
  await service.request("POST", "/track/sale", { body: { clickId, customerExternalId: "lead-1", amount: 1000 } });
  token = await service.embedToken(partnerId);
});
afterAll(() => service.close());

const get = async (path: string, key = token) => service.request<any>("GET", `/embed/referrals/${path}`, { key });
const ids = async (path: string) => (await get(path)).body.data.map((row: any) => row.id);

describe("GET /earnings", () => {
  it("shows why each amount is what it is, customers masked", async () => {
    const { body } = await get("earnings");
    expect(body.total).toBe(3);
    expect(body.data[0]).toMatchObject({
      type: "sale",
      amount: 1000,
      earnings: 250,
      status: "pending",
      rule: { type: "percentage", amount: 25, capped: false },
      link: { id: linkId },
      customer: { label: "Z***" },
      payout: null,
    });
    expect(body.data[1].customer.label).toMatch(/^c\*\*\*@s\*\*\*\.test$/);
    expect(JSON.stringify(body)).not.toMatch(/customer-\d|Zoë|shop\.test/);
  });

  it("filters by status, type, link, customer and period; the total follows", async () => {
    const [newest, ...older] = await ids("earnings");
    expect(await ids("earnings?interval=24h")).toEqual([newest]);
    expect(await ids("earnings?start=2026-01-01&end=2026-01-02")).toEqual(older);
    expect(await ids("earnings?status=paid")).toEqual([]);
    expect(await ids(`earnings?type=sale&linkId=${linkId}`)).toEqual([newest, ...older]);
    const { customer } = (await get("earnings")).body.data[0];
    const { body } = await get(`earnings?customerId=${customer.id}`);
    expect([body.data.length, body.total]).toEqual([1, 1]);
  });

  it("answers 404 for another partner's link, customer or payout", async () => {
    const foreign = (await get("earnings", await service.embedToken(other.partner.id))).body.data[0];
    for (const query of [`linkId=${other.linkId}`, `customerId=${foreign.customer.id}`, "payoutId=po_none"]) {
      expect((await get(`earnings?${query}`)).status, query).toBe(404);
    }
    expect((await get(`events?linkId=${other.linkId}`)).status).toBe(404);
    expect((await get(`earnings/timeseries?linkId=${other.linkId}`)).status).toBe(404);
  });

  it("answers 422 for a cursor of another partner, or under other filters", async () => {
    const { nextCursor } = (await get("earnings?limit=1")).body;
    expect((await get(`earnings?limit=1&cursor=${nextCursor}`)).status).toBe(200);
    expect((await get(`earnings?limit=1&type=sale&cursor=${nextCursor}`)).status).toBe(422);
    const key = await service.embedToken(other.partner.id);
    expect((await get(`earnings?limit=1&cursor=${nextCursor}`, key)).status).toBe(422);
    expect((await get("earnings?end=2026-01-01")).status).toBe(422);
  });
});

describe("GET /earnings/timeseries", () => {
  it("adds up to the list, in every grouping", async () => {
    for (const groupBy of ["type", "linkId", "status"]) {
      const { body } = await get(`earnings/timeseries?groupBy=${groupBy}`);
      expect(body).toHaveLength(30);
      const sum = body.reduce((total: number, point: any) => total + point.earnings, 0);
      expect(sum).toBe(3950);
      for (const { earnings, groups } of body) {
        expect(Object.values<number>(groups).reduce((a, b) => a + b, 0)).toBe(earnings);
      }
    }
    expect((await get("earnings/timeseries?interval=7d")).body[0].groups).toBeUndefined();
  });
});

describe("GET /events", () => {
  it("lists clicks, leads and sales newest first, with where they came from and what they earned", async () => {
    const { body } = await get("events?limit=100");
    const kinds = body.data.map((row: any) => row.event).toSorted();
    expect(kinds).toEqual(["click", "click", "lead", "lead", "sale", "sale", "sale"]);
    expect(body.total).toBe(7);
    const sale = body.data.find((row: any) => row.event === "sale");
    expect(sale).toMatchObject({
      link: { id: linkId },
      country: "FR",
      trigger: "link",
      sale: { amount: 1000, currency: "usd" },
      earnings: 250,
      customer: { label: "Z***" },
    });
    const times = body.data.map((row: any) => row.timestamp);
    expect(times).toEqual(times.toSorted().reverse());
    expect(JSON.stringify(body)).not.toMatch(/"ip"|"ua"|visitor/);
  });

  it("pages and filters without gap or repeat", async () => {
    const all = await ids("events?limit=100");
    const seen: string[] = [];
    for (let cursor = ""; ;) {
      const { body } = await get(`events?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.data.map((row: any) => row.id));
      if (body.nextCursor === null) break;
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(all);
    expect((await get("events?event=lead&interval=24h")).body.total).toBe(1);
  });
});

describe("GET /payouts", () => {
  it("lists the partner's payouts with the number of commissions", async () => {
    service.clock.advance(40 * dayMs);
    await service.request("POST", "/payouts", { body: { partnerId } });
    token = await service.embedToken(partnerId);
    const { body } = await get("payouts?status=pending");
    expect(body).toMatchObject({ total: 1, nextCursor: null, data: [{ amount: 3950, commissionCount: 3 }] });
    expect(await ids("payouts?status=completed")).toEqual([]);
    const { data } = (await get(`earnings?payoutId=${body.data[0].id}`)).body;
    expect(data.map((row: any) => row.payout)).toEqual(
      Array.from({ length: 3 }, () => ({ id: body.data[0].id, status: "pending" })),
    );
  });
});

describe("GET /analytics", () => {
  it("counts own links only, by link and by country", async () => {
    const { body } = await get("analytics?event=composite&interval=90d&groupBy=top_links");
    expect(body).toHaveLength(1);
    expect(body[0]).toMatchObject({ id: linkId, clicks: 2, leads: 2, sales: 3, folderId: null });
    expect((await get("analytics?interval=90d&country=FR")).body.clicks).toBe(1);
    expect((await get("analytics?interval=90d&country=-FR")).body.clicks).toBe(1);
    expect((await get("analytics?event=sales&interval=90d&saleType=new")).body.sales).toBe(2);
    expect((await get(`analytics?linkId=${other.linkId}`)).status).toBe(404);
  });
});
