import fc from "fast-check";
import type { GroupBy } from "referrals-embed/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cutBuckets } from "referrals-embed/rules";
import { queryAnalytics } from "../../src/domain/analytics/query-analytics.ts";
import type { AnalyticsQuestion } from "../../src/store/queries/analytics/analytics-question.ts";
import { spanOf, type Span } from "../../src/store/queries/analytics/analytics-source.ts";
import { listEventRows, type EventListQuestion } from "../../src/store/queries/analytics/event-list.ts";
import { eventPortions } from "../../src/store/queries/analytics/event-portions.ts";
import { createTestService, type TestService } from "../harness.ts";
import { recordClicks, type GivenClick } from "./record-events.ts";

let service: TestService;
let linkId: string;

beforeAll(async () => {
  service = await createTestService();
  service.clock.set("2026-01-20T12:00:00Z");
  linkId = (await service.createPartner()).links![0]!.id;
  const other = (await service.createPartner()).links![0]!.id;
  const click = fc.record<GivenClick>({
    linkId: fc.constantFrom(linkId, other),
    at: fc
      .integer({ min: Date.parse("2025-10-20T00:00:00Z"), max: Date.parse("2026-01-20T11:59:59Z") })
      .map((ms) => new Date(ms).toISOString()),
    country: fc.constantFrom("DE", "US", "JP", null),
    referer: fc.constantFrom("news.test", null),
    unique: fc.boolean(),
  });
  await recordClicks(service, fc.sample(click, { numRuns: 200, seed: 9 }));
});
afterAll(() => service.close());

const question = (groupBy: GroupBy, timezone: string, linkIds?: string[]): AnalyticsQuestion => ({
  scope: { workspaceId: service.workspaceId, linkIds: linkIds && { values: linkIds, exclude: false } },
  filter: { facets: { country: { values: ["none"], exclude: true } } },
  event: "composite",
  groupBy,
  edges: cutBuckets({ interval: "90d", timezone }, { nowMs: service.clock.now(), earliestMs: service.clock.now() })
    .edges,
});

it("events read in portions give what they give at once, for every grouping", async () => {
  const groupings = [
    "count",
    "timeseries",
    "countries",
    "continents",
    "referers",
    "top_links",
    "top_partners",
    "top_urls",
  ];
  for (const timezone of ["UTC", "Asia/Kolkata"]) {
    for (const linkIds of [undefined, [linkId]]) {
      for (const groupBy of groupings as GroupBy[]) {
        const asked = question(groupBy, timezone, linkIds);
        const whole = await queryAnalytics(service.store.reports, { ...asked, portion: Number.MAX_SAFE_INTEGER });
        const portions = await queryAnalytics(service.store.reports, { ...asked, portion: 7 });
        expect(portions, `${groupBy} ${timezone}`).toEqual(whole);
      }
    }
  }
});

it("a page of events is the same whether they are read at once or in portions, in both orders, narrowed or not", async () => {
  const { edges } = cutBuckets(
    { interval: "90d", timezone: "UTC" },
    { nowMs: service.clock.now(), earliestMs: service.clock.now() },
  );
  const filters: EventListQuestion["filter"]["facets"][] = [
    {},
    { country: { values: ["jp"], exclude: false } },
    { country: { values: ["none"], exclude: false } },
  ];
  for (const facets of filters) {
    for (const order of ["asc", "desc"] as const) {
      for (const [limit, offset] of [
        [5, 0],
        [5, 12],
        [90, 3],
        [1, 150],
        [10, 500],
      ] as const) {
        const asked: EventListQuestion = {
          scope: { workspaceId: service.workspaceId },
          filter: { facets },
          event: "clicks",
          span: spanOf(edges),
          order,
          limit,
          offset,
        };
        const whole = await listEventRows(service.store.reports, { ...asked, portion: Number.MAX_SAFE_INTEGER });
        expect(await listEventRows(service.store.reports, { ...asked, portion: 7 })).toEqual(whole);
        if (Object.keys(facets).length === 0 && offset < 100) expect(whole).toHaveLength(limit);
      }
    }
  }
});

it("a narrowed page of events reads no more events in one statement than a portion has", async () => {
  const { edges } = cutBuckets(
    { interval: "90d", timezone: "UTC" },
    { nowMs: service.clock.now(), earliestMs: service.clock.now() },
  );
  let statements = 0;
  const counted = service.store.reports.withPlugin({
    transformQuery: ({ node }) => ((statements += 1), node),
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const facets = { country: { values: ["none"], exclude: false } };
  await listEventRows(counted, {
    scope: { workspaceId: service.workspaceId },
    filter: { facets },
    event: "clicks",
    span: spanOf(edges),
    order: "desc",
    limit: 10,
    offset: 0,
    portion: 20,
  });
  // Where each portion ends, and what is in it: some 150 events lie in the period.
  expect(statements).toBeGreaterThanOrEqual(2 * 7);
});

describe("portions", () => {
  const counted = { clicks: true, leads: true, sales: true };
  const spansOf = async (span: Span, most: number, hasUncounted = false): Promise<Span[]> => {
    const spans: Span[] = [];
    const asked = { span, counted, hasUncounted, size: { most } };
    for await (const one of eventPortions(service.store.reports, { workspaceId: service.workspaceId }, asked))
      spans.push(one);
    return spans;
  };
  const eventsIn = async ({ from, to }: Span): Promise<number> => {
    const { n } = await service.store.db
      .selectFrom("click_events")
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .where("at", ">=", from)
      .where("at", "<", to)
      .executeTakeFirstOrThrow();
    return n;
  };

  it("follow one another from the beginning to the end, none of them with more events than asked for", async () => {
    const span = { from: new Date("2025-11-01T05:30:00Z"), to: new Date("2026-01-19T05:30:00Z") };
    const portions = await spansOf(span, 20);
    expect(portions.length).toBeGreaterThan(5);
    expect([portions[0]!.from, portions.at(-1)!.to]).toEqual([span.from, span.to]);
    for (const [index, { to }] of portions.slice(0, -1).entries()) expect(portions[index + 1]!.from).toEqual(to);
    for (const portion of portions) expect(await eventsIn(portion)).toBeLessThanOrEqual(20);
  });

  it("cut an hour, and repeats that no sum counts, wherever they have to; only clicks of one millisecond stay together", async () => {
    const span = { from: new Date("2025-03-01T00:00:00Z"), to: new Date("2025-04-01T00:00:00Z") };
    const at = (second: number) => ({ linkId, at: new Date(Date.UTC(2025, 2, 7, 10, 0, second)).toISOString() });
    await recordClicks(service, [
      ...Array.from({ length: 40 }, (_, index) => at(index)),
      ...Array.from({ length: 15 }, () => at(50)),
    ]);
    const read = async (hasUncounted: boolean): Promise<number[]> =>
      Promise.all((await spansOf(span, 10, hasUncounted)).map(eventsIn));
    expect(await read(false)).toEqual([10, 10, 10, 10, 15, 0]);
    await sql`UPDATE program_hours SET clicks = 0 WHERE hour = ${new Date("2025-03-07T10:00:00Z")}`.execute(
      service.store.db,
    );
    expect(await read(true)).toEqual([10, 10, 10, 10, 15, 0]);
  });
});
