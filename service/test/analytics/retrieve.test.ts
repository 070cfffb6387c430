import fc from "fast-check";
import type { Metrics } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyData } from "../../src/domain/verify/verify-data.ts";
import { createTestService, type TestService } from "../harness.ts";
import { recordClicks, type GivenClick } from "./record-events.ts";

let service: TestService;
let linkIds: string[];
beforeAll(async () => {
  service = await createTestService();
  service.clock.set("2026-01-20T12:00:00Z");
  const partners = [await service.createPartner(), await service.createPartner()];
  linkIds = partners.map((partner) => partner.links![0]!.id);
});
afterAll(() => service.close());

const ask = (query: string) => service.request("GET", `/analytics?${query}`);

describe("answers 200", () => {
  it("answers zeros before anything happened, gap-filled", async () => {
    expect((await ask("groupBy=count")).body).toEqual({
      clicks: 0,
      uniqueClicks: 0,
      leads: 0,
      conversions: 0,
      sales: 0,
      saleAmount: 0,
    });
    const { body } = await ask("groupBy=timeseries&interval=7d");
    expect(body.map((row: { start: string }) => row.start.slice(5, 10))).toEqual([
      "01-14",
      "01-15",
      "01-16",
      "01-17",
      "01-18",
      "01-19",
      "01-20",
    ]);
  });

  it("sums answer exactly what the events answer, and complete groupings add up to count (I32)", async () => {
    const click = fc.record<GivenClick>({
      linkId: fc.constantFrom(...linkIds),
      at: fc
        .integer({ min: Date.parse("2025-12-20T00:00:00Z"), max: Date.parse("2026-01-20T11:59:59Z") })
        .map((ms) => new Date(ms).toISOString()),
      country: fc.constantFrom("DE", "US", "JP", null),
      device: fc.constantFrom("Desktop", "Mobile", null),
      referer: fc.constantFrom("news.test", null),
      unique: fc.boolean(),
    });
    await recordClicks(service, fc.sample(click, { numRuns: 300, seed: 7 }));
    // A filter that excludes nothing forces the answer from the events.
    const fromEvents = "country=-none";
    const groupings = ["count", "timeseries", "countries", "devices", "referers", "top_links", "continents", "trigger"];
    for (const timezone of ["UTC", "America/New_York", "Asia/Kolkata"]) {
      for (const groupBy of groupings) {
        const query = `interval=30d&timezone=${timezone}&groupBy=${groupBy}`;
        const [sums, events] = [(await ask(query)).body, (await ask(`${query}&${fromEvents}`)).body];
        expect(sums.error, query).toBeUndefined();
        expect(sums, query).toEqual(events);
        const one = (await ask(`interval=30d&timezone=${timezone}`)).body as Metrics;
        if (!["count", "continents"].includes(groupBy)) {
          const total = (sums as Metrics[]).reduce((sum, row) => sum + row.clicks, 0);
          expect(total, query).toBe(one.clicks);
        }
      }
    }
  });

  it("a year of any zone, a link's or a partner's too, is what its events are (I32)", async () => {
    const old = fc.record<GivenClick>({
      linkId: fc.constantFrom(...linkIds),
      at: fc
        .integer({ min: Date.parse("2025-01-20T00:00:00Z"), max: Date.parse("2025-12-20T00:00:00Z") })
        .map((ms) => new Date(ms).toISOString()),
      country: fc.constantFrom("DE", "US", null),
      unique: fc.boolean(),
    });
    await recordClicks(service, fc.sample(old, { numRuns: 300, seed: 8 }));
    const periods = [
      "interval=1y",
      "interval=all",
      "interval=90d",
      "start=2025-02-27T05:00:00Z&end=2025-04-02T07:00:00Z",
    ];
    const scopes = ["", `linkId=${linkIds[0]}`, `groupId=${service.groupId}`];
    for (const timezone of ["UTC", "Pacific/Auckland", "America/New_York"]) {
      for (const period of periods) {
        for (const scope of scopes) {
          for (const groupBy of ["count", "timeseries", "countries", "cities", "top_links"]) {
            const query = `${period}&timezone=${timezone}&${scope}&groupBy=${groupBy}`;
            const [sums, events] = [(await ask(query)).body, (await ask(`${query}&country=-none`)).body];
            expect(sums.error, query).toBeUndefined();
            expect(sums, query).toEqual(events);
          }
        }
      }
    }
    expect(
      (await verifyData(service.ctx())).filter(({ id, violations }) => id === "I32" && violations > 0),
    ).toMatchObject([{ says: "a link's hourly sums are its counters" }]);
  });

  it("orders by the event's metric, then by key, and keeps Unknown but for continents", async () => {
    const { body } = await ask("interval=all&groupBy=countries");
    const order = body.map((row: { clicks: number; country: string }) => [row.clicks, row.country]);
    expect(order).toEqual([...order].sort((a, b) => b[0] - a[0] || (a[1] < b[1] ? -1 : 1)));
    expect(order.map((row: [number, string]) => row[1])).toContain("Unknown");
    const continents = (await ask("interval=all&groupBy=continents")).body;
    expect(continents.map((row: { continent: string }) => row.continent).sort()).toEqual(["AS", "EU", "NA"]);
  });

  it("takes an empty value for a filter nothing matches (api §2)", async () => {
    const facets =
      "country city region continent device browser os trigger referer refererUrl url utm_source utm_medium utm_campaign utm_term utm_content";
    const scopes = "tenantId partnerId groupId tagId tagIds partnerTagId folderId customerId programId";
    for (const name of `${facets} ${scopes}`.split(" ")) {
      for (const groupBy of ["count", "timeseries"]) {
        const { status, body } = await ask(`interval=all&groupBy=${groupBy}&${name}=`);
        expect([name, status]).toEqual([name, 200]);
        expect([name, [body].flat().reduce((sum: number, row: Metrics) => sum + row.clicks, 0)]).toEqual([name, 0]);
      }
      expect((await service.request("GET", `/events?interval=all&${name}=`)).body, name).toEqual([]);
    }
  });

  it("filters by value, by list and by exclusion", async () => {
    const clicks = async (query: string): Promise<number> => (await ask(`interval=all&${query}`)).body.clicks;
    const all = await clicks("");
    expect((await clicks("country=DE")) + (await clicks("country=-DE"))).toBe(all);
    expect((await clicks("country=DE,US")) + (await clicks("country=-DE,US"))).toBe(all);
    expect((await clicks(`linkId=${linkIds[0]}`)) + (await clicks(`linkId=${linkIds[1]}`))).toBe(all);
  });

  it("zeroes metrics of events not asked for", async () => {
    expect((await ask("interval=all&event=leads")).body).toMatchObject({ clicks: 0, uniqueClicks: 0 });
  });
});

describe("answers 404", () => {
  it("answers for a link or domain the workspace does not have", async () => {
    const other = await service.createWorkspace();
    for (const query of [
      "linkId=link_nope",
      "externalId=ext_nope",
      "domain=nowhere.test",
      "domain=ref.test&key=nope",
    ]) {
      expect((await ask(query)).status, query).toBe(404);
    }
    const foreign = await service.request("GET", `/analytics?linkId=${linkIds[0]}`, { key: other.apiKey });
    expect(foreign.status).toBe(404);
  });
});

describe("answers 422", () => {
  it("answers for a bad interval, grouping, event, zone, period or filter, naming it", async () => {
    const wrong = {
      "interval=2d": "interval",
      "groupBy=moon": "groupBy",
      "event=views": "event",
      "timezone=Mars": "timezone",
      "timezone=%2B05:00": "timezone",
      "end=2026-01-01": "end",
      "start=2026-01-02&end=2026-01-01": "end",
      "query=nonsense": "query",
      "qr=1": "qr",
      "key=a": "key",
      "externalId=a": "externalId",
    };
    for (const [query, path] of Object.entries(wrong)) {
      const { status, body } = await ask(query);
      expect([status, body.error?.message.split(": ")[1]], query).toEqual([422, path]);
    }
  });

  it("refuses more than 5,000 buckets on every route that groups by time, and answers whole periods of any length", async () => {
    const partner = await service.createPartner();
    const token = await service.embedToken(partner.id);
    const always = "start=0001-01-01&end=9999-12-31&timezone=Europe/Berlin";
    const byTime: [string, string | undefined][] = [
      [`/analytics?groupBy=timeseries&${always}`, undefined],
      [`/analytics?groupBy=timeseries&country=DE&${always}`, undefined],
      [`/partners/analytics?groupBy=timeseries&partnerId=${partner.id}&${always}`, undefined],
      [`/embed/referrals/analytics?groupBy=timeseries&${always}`, token],
      [`/embed/referrals/earnings/timeseries?${always}`, token],
    ];
    for (const [path, key] of byTime) {
      const { status, body } = await service.request("GET", path, { ...(key && { key }) });
      expect([status, body.error?.message], path).toEqual([
        422,
        expect.stringMatching(/^too_big: start: .* at most 5000 .* begin on 9583-05-01 or later/),
      ]);
    }
    const whole: [string, string | undefined][] = [
      [`/analytics?${always}`, undefined],
      [`/analytics?groupBy=countries&country=DE&${always}`, undefined],
      [`/analytics?groupBy=top_links&${always}`, undefined],
      [`/partners/analytics?partnerId=${partner.id}&${always}`, undefined],
      [`/events?event=clicks&${always}`, undefined],
      [`/commissions?${always}`, undefined],
      [`/embed/referrals/analytics?${always}`, token],
      [`/embed/referrals/earnings?${always}`, token],
      [`/embed/referrals/events?${always}`, token],
    ];
    for (const [path, key] of whole) {
      expect((await service.request("GET", path, { ...(key && { key }) })).status, path).toBe(200);
    }
  });

  it("answers the 5,000 buckets that fit in one statement, whatever their time zone", async () => {
    const partner = await service.createPartner();
    const widest = "start=1609-06-01&end=2026-01-31&timezone=Europe/Berlin";
    const path = `/partners/analytics?groupBy=timeseries&partnerId=${partner.id}&${widest}`;
    const { status, body } = await service.request("GET", path);
    expect([status, body.length]).toEqual([200, 5000]);
  });
});
