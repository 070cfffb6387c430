import { operations, type EmbedSection, type OperationName } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { storeClick } from "../tracking/stored-click.ts";
import { activePartner } from "./active-partner.ts";
import { hideSections } from "./hide-sections.ts";

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await createTestService();
  ({ token } = await activePartner(service));
  for (let n = 0; n < 5; n++) await activePartner(service);
});
afterAll(() => service.close());

const get = async (path = "") =>
  (await service.request<any>("GET", `/embed/referrals${path && `/${path}`}`, { key: token })) as any;

const routes: [EmbedSection, string[], string[]][] = [
  ["links", ["links", "analytics?groupBy=top_links"], ["links", "linksTotal", "linkRules"]],
  ["earnings", ["earnings", "earnings/timeseries"], ["earnings", "recentEarnings"]],
  ["payouts", ["payouts"], []],
  ["analytics", ["analytics"], ["timeseries", "previous"]],
  ["events", ["events"], []],
  ["leaderboard", ["leaderboard"], []],
  ["referrals", ["referrals"], ["referralForm"]],
  ["profile", ["profile"], ["partner"]],
  ["payoutSettings", ["payout-method"], []],
  ["resources", [], ["resources"]],
  ["faq", [], ["faq"]],
];

describe("a hidden section (K11)", () => {
  it.each(routes)("%s: its routes answer 403 and its bootstrap parts are null", async (section, paths, parts) => {
    const restore = await hideSections(service, [section]);
    for (const path of paths) expect((await get(path)).status, path).toBe(403);
    const { body } = await get();
    expect(body.sections[section]).toBe(false);
    for (const part of parts) expect(body[part], part).toBeNull();
    await restore();
    for (const path of paths) expect((await get(path)).status, path).toBe(200);
  });

  it("earnings are gone from timeseries, events and leaderboard too", async () => {
    const restore = await hideSections(service, ["earnings"]);
    const { timeseries } = (await get()).body;
    for (const point of timeseries) expect(point.earnings).toBeNull();
    for (const event of (await get("events")).body.data) expect(event.earnings).toBeNull();
    const { data, me } = (await get("leaderboard")).body;
    expect(data.length).toBeGreaterThan(5);
    for (const row of [...data, me]) expect(row).toMatchObject({ earnings: null, band: null });
    await restore();
  });

  it("revenue leaves no amount of a sale anywhere", async () => {
    const restore = await hideSections(service, ["revenue"]);
    const { body } = await get();
    expect(body.stats.saleAmount).toBeNull();
    for (const row of [...body.timeseries, ...body.links]) expect(row.saleAmount).toBeNull();
    for (const row of body.recentEarnings) expect(row.amount).toBe(0);
    expect((await get("analytics?event=sales")).body.saleAmount).toBeNull();
    for (const row of (await get("analytics?event=sales&groupBy=timeseries")).body) expect(row.saleAmount).toBeNull();
    for (const row of (await get("events?event=sale")).body.data) expect(row.sale).toBeNull();
    await restore();
  });
});

describe("what a hidden section tells", () => {
  /** Values that occur in one section's data and nowhere else. */
  let markers: Partial<Record<EmbedSection, string[]>>;
  let marked: string;

  const saleAmount = 7_654_321;
  const earned = Math.round(saleAmount / 4);

  const must = async (method: string, path: string, options: { body: unknown; key?: string }): Promise<any> => {
    const { status, body } = await service.request<any>(method, path, options);
    if (status >= 300) throw new Error(`${method} ${path}: ${body.error.message}`);
    return body;
  };

  beforeAll(async () => {
    const partner = await service.createPartner({ name: "Marker Profile", companyName: "Marker Company" });
    const key = await service.embedToken(partner.id);
    const clickId = await storeClick(service, partner.links?.[0]?.id ?? "");
    const customer = { customerExternalId: "marked", customerEmail: "marked@shop.test" };
    const sale = { ...customer, clickId, amount: saleAmount, eventName: "Marker event", invoiceId: "marked" };
    await must("POST", "/track/sale", { body: sale });
    const values = { email: "a@marker-referral.test", country: "DE", note: "Marker referral" };
    await must("POST", "/embed/referrals/referrals", { key, body: { values } });
    const method = { method: "paypal", paypalEmail: "marker-payout@mail.test" };
    const { destination } = await must("PUT", "/embed/referrals/payout-method", { key, body: method });
    service.clock.advance(40 * dayMs);
    const payout = await must("POST", "/payouts", { body: { partnerId: partner.id } });
    marked = await service.embedToken(partner.id);
    markers = {
      revenue: [String(saleAmount)],
      earnings: [String(earned)],
      payouts: [payout.id],
      events: ["Marker event"],
      referrals: ["Marker referral"],
      profile: ["Marker Profile", "Marker Company"],
      payoutSettings: [destination],
    };
  });

  const groups = ["count", "timeseries", "top_links", "countries"];
  const reads = Object.entries(operations)
    .filter(([name, { method }]) => name.startsWith("embed.") && method === "GET" && name !== "embed.stream")
    .map(([name, { path }]) => ({ name: name as OperationName, path }));

  /** Every answer a token can read, as one text. */
  const everything = async (): Promise<string> => {
    const queries = (name: OperationName): string[] => {
      if (name === "embed.analytics")
        return groups.flatMap((groupBy) =>
          ["clicks", "leads", "sales", "earnings"].map((event) => `?groupBy=${groupBy}&event=${event}`),
        );
      if (name === "embed.export")
        return ["?section=all", ...["earnings", "events", "links"].map((part) => `?section=${part}`)];
      return ["?interval=90d", ""];
    };
    const texts: string[] = [];
    for (const { name, path } of reads) {
      for (const query of queries(name)) {
        const { body } = await service.request("GET", `${path}${query}`, { key: marked });
        texts.push(JSON.stringify(body));
      }
    }
    return texts.join("\n");
  };

  it("is in the answers while nothing is hidden, so that its absence proves something", async () => {
    const text = await everything();
    for (const [section, values] of Object.entries(markers))
      expect(
        values.some((value) => text.includes(value)),
        section,
      ).toBe(true);
  });

  it.each(["revenue", "earnings", "payouts", "events", "referrals", "profile", "payoutSettings"] as const)(
    "is in no answer of any route: %s (K11)",
    async (section) => {
      // A payout's amount is its earnings; where these are hidden, a program hides both.
      const restore = await hideSections(service, section === "earnings" ? ["earnings", "payouts"] : [section]);
      const text = await everything();
      await restore();
      for (const value of markers[section] ?? []) expect(text.includes(value), value).toBe(false);
    },
  );
});
