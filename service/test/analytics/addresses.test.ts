import fc from "fast-check";
import { sql } from "kysely";
import type { AnalyticsEvent, GroupBy, Metrics } from "referrals-embed/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { queryAnalytics } from "../../src/domain/analytics/query-analytics.ts";
import type { Context } from "../../src/domain/context.ts";
import { erasePartner } from "../../src/domain/partners/erase-partner.ts";
import { trackLead } from "../../src/domain/tracking/track-lead.ts";
import { sumAddressDays } from "../../src/jobs/keep-sums.ts";
import type { ClickRecord } from "../../src/clicks/redirect/click-record.ts";
import { storeClicks } from "../../src/clicks/redirect/store-clicks.ts";
import type { AnalyticsQuestion } from "../../src/store/queries/analytics/analytics-question.ts";
import type { ClickRow } from "../../src/store/schema/tracking.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { brokenInvariants } from "../properties/expect-sound.ts";
import { stageOf, take } from "../properties/ledger/free.ts";
import type { Stage } from "../properties/ledger/stage.ts";
import { stepOf } from "../properties/ledger/story.ts";
import { createWorld, maybe, type World } from "../properties/world.ts";
import { casesWithin } from "../property-runs.ts";

const hourMs = 3_600_000;

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

const urls = [
  "https://acme.test",
  "https://acme.test/a?utm_source=mail&utm_campaign=x+y",
  "https://acme.test/a?utm_source=mail&utm_campaign=x%20y#top",
  `https://acme.test/long?utm_term=${"w".repeat(4000)}`,
  "Unknown",
];
const referrers = ["", "https://news.test/one", "https://news.test/two"];

/** A click as the journal has it, some time ago. */
const anyClick = fc.record({
  do: fc.constant("visit" as const),
  member: fc.nat(2),
  url: fc.nat(urls.length - 1),
  referrer: fc.nat(referrers.length - 1),
  // Few days, so that some of them are being summed when it comes.
  hoursAgo: fc.oneof(
    fc.constantFrom(0, 1, 13, 14, 15, 37),
    fc.constantFrom(13, 37, 61, 720, 744, 745).chain((from) => fc.nat(2).map((more) => from + more)),
    fc.nat(1500),
  ),
  unique: fc.boolean(),
  outside: fc.boolean(),
});
/** A lead whose click is stored only later, or whose click turns out to have an earlier one. */
const anyLate = fc.record({
  do: fc.constant("late" as const),
  member: fc.nat(2),
  customer: fc.nat(9),
  url: fc.nat(urls.length - 1),
  days: fc.integer({ min: 0, max: 3 }),
  isKnown: fc.boolean(),
  /** A sale of the past of the same customer, which names the click too. */
  past: fc.option(fc.integer({ min: 1, max: 40 })),
});
const anyImport = fc.record({
  do: fc.constant("import" as const),
  customer: fc.nat(4),
  member: fc.nat(2),
  day: fc.nat(60),
  amount: fc.integer({ min: 1, max: 9_999 }),
});
const anyOther = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("sum" as const), steps: fc.oneof(fc.nat(5), fc.nat(400)) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("erase" as const), member: fc.nat(2) }) },
);
const anyEvent = fc.oneof(
  { weight: 6, arbitrary: anyClick },
  { weight: 2, arbitrary: anyLate },
  { weight: 2, arbitrary: anyImport },
  { weight: 4, arbitrary: anyOther },
  { weight: 8, arbitrary: stepOf(["lead", "sale", "refund", "dispute", "rate", "wait", "status", "click"]) },
);
type Event = typeof anyEvent extends fc.Arbitrary<infer T> ? T : never;

/** Small enough that a day is read in several portions, and that some days have too many values. */
const small = { portion: 3, mostValues: 3 };

const sumAll = async (ctx: Context, size?: typeof small): Promise<void> => {
  while ((await sumAddressDays(ctx, size)) > 0);
};

let clicks = 0;

function recordOf(world: World, given: { member: number; at: number; url?: number; referrer?: number }): ClickRecord {
  const { linkId, enrollmentId } = world.members[given.member % world.members.length]!;
  clicks += 1;
  return {
    at: given.at,
    workspaceId: world.workspaceId,
    programId: world.programId,
    enrollmentId,
    linkId,
    clickId: `click${String(clicks).padStart(11, "0")}`,
    visitor: `visitor${clicks}`,
    address: null,
    isUnique: true,
    clickRewardId: null,
    url: urls[given.url ?? 0]!,
    trigger: "link",
    country: "DE",
    region: null,
    city: null,
    userAgent: "",
    referrer: referrers[given.referrer ?? 0]!,
  };
}

const store = ({ ctx }: World, records: readonly ClickRecord[], counting: "all" | "unique"): Promise<void> =>
  ctx.store.transaction((trx) =>
    storeClicks({ ids: ctx.ids, now: () => ctx.clock.now(), counting, announce: async () => {} }, trx, records),
  );

async function happen(world: Stage, event: Event, counting: "all" | "unique"): Promise<void> {
  const { ctx, members } = world;
  switch (event.do) {
    case "visit": {
      const record = recordOf(world, { ...event, at: ctx.clock.now() - event.hoursAgo * hourMs });
      const outside = { programId: null, enrollmentId: null, linkId: await outsideLink(world) };
      const click = { ...record, isUnique: event.unique, ...(event.outside && outside) };
      return store(world, [click], counting);
    }
    case "late": {
      const click = recordOf(world, { ...event, at: ctx.clock.now() - 1000 });
      const { clickId, linkId, enrollmentId, url, at } = click;
      const row: ClickRow = {
        id: "evt_waiting",
        at: new Date(at),
        workspace_id: world.workspaceId,
        program_id: world.programId,
        enrollment_id: enrollmentId,
        link_id: linkId,
        click_id: clickId,
        visitor: click.visitor,
        address: null,
        is_unique: true,
        click_reward_id: null,
        url,
        trigger: "link",
        country: "DE",
        region: null,
        city: null,
        continent: "EU",
        device: null,
        browser: null,
        os: null,
        referer: null,
        referer_url: null,
      };
      if (event.isKnown) await store(world, [{ ...click, at: at + 500, url: "https://acme.test/later" }], counting);
      const waiting = { ...ctx, clicks: { find: (id: string) => (id === clickId ? row : undefined) } } as Context;
      await maybe(
        trackLead(waiting, {
          clickId,
          eventName: "Late",
          customerExternalId: `late-${world.workspaceId}-${event.customer}`,
        }),
      );
      if (event.past !== null) {
        const customer = `late-${world.workspaceId}-${event.customer}`;
        await importSale(world, { customer, member: event.member, day: event.past, amount: 100 });
      }
      service.clock.advance(event.days * dayMs);
      await sumAll(ctx, small);
      return store(world, [click], counting);
    }
    case "import":
      return importSale(world, { ...event, customer: `cus-${event.customer}` });
    case "sum":
      for (let step = 0; step < event.steps; step++) if ((await sumAddressDays(ctx, small)) === 0) break;
      return;
    case "erase":
      return void (await maybe(
        erasePartner(ctx, { partnerId: members[event.member]!.partnerId } as never, { forfeit: true }),
      ));
    default:
      return take(world, event);
  }
}

async function importSale(
  { ctx, members, apiKey: key }: World,
  given: { customer: string; member: number; day: number; amount: number },
): Promise<void> {
  const date = new Date(ctx.clock.now() - given.day * dayMs - hourMs).toISOString();
  const sale = { invoiceId: `past-${given.day}`, amount: given.amount, earnings: 1, status: "pending", date };
  const customer = { externalId: given.customer };
  const { partnerId } = members[given.member]!;
  const body = [{ ...sale, partnerId, customer }];
  expect((await service.request("POST", "/commissions/bulk", { body, key })).status).toBe(200);
}

async function outsideLink({ ctx, workspaceId }: World): Promise<string> {
  const id = `link_outside_${workspaceId}`;
  const at = new Date(ctx.clock.now());
  await ctx.db
    .insertInto("links")
    .values({
      id,
      workspace_id: workspaceId,
      domain: "ref.test",
      key: id,
      key_folded: id,
      created_at: at,
      updated_at: at,
      short_link: `https://ref.test/${id}`,
      url: "https://acme.test",
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return id;
}

const groupings: GroupBy[] = [
  "top_urls",
  "top_base_urls",
  "referer_urls",
  "utm_sources",
  "utm_mediums",
  "utm_campaigns",
  "utm_terms",
  "utm_contents",
];
const events: AnalyticsEvent[] = ["clicks", "leads", "sales", "composite"];

/** A filter that every event passes and only events can answer. */
const byEvents = { facets: { country: { values: ["none"], exclude: true } } };

/** Fails where an answer with what is kept is not the one the events give. */
async function expectAnswersOfEvents(world: World, { hours, whole }: { hours: [number, number]; whole: boolean }) {
  const now = Math.floor(world.ctx.clock.now() / hourMs) * hourMs + hourMs;
  const ends = hours.map((hour) => now - hour * hourMs).sort((a, b) => a - b);
  const edges = [whole ? Date.parse("2025-01-01") : ends[0]!, whole ? now : ends[1]! + hourMs];
  const scopes = [{ workspaceId: world.workspaceId }, { workspaceId: world.workspaceId, programId: world.programId }];
  for (const [index, groupBy] of groupings.entries()) {
    for (const scope of scopes) {
      const event = events[(index + hours[0]) % events.length]!;
      for (const uniqueOnly of [true, false]) {
        const asked: AnalyticsQuestion = { scope, filter: { facets: {} }, event, groupBy, edges, uniqueOnly };
        const kept = await queryAnalytics(service.store.reports, asked);
        const told = await queryAnalytics(service.store.reports, { ...asked, filter: byEvents });
        expect(
          kept,
          `${groupBy} of ${event}, ${edges.map((edge) => new Date(edge).toISOString()).join(" to ")}`,
        ).toEqual(told);
      }
    }
  }
}

it("what is kept of days that are over gives the answer of their events, whatever happens to them and whenever they are summed (I34)", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyEvent, { minLength: 15, maxLength: 40, size: "max" }),
      fc.array(fc.record({ hours: fc.tuple(fc.nat(1600), fc.nat(1600)), whole: fc.boolean() }), {
        minLength: 2,
        maxLength: 2,
      }),
      fc.constantFrom("all" as const, "unique" as const),
      async (story, questions, counting) => {
        service.clock.set("2026-03-10T12:00:00Z");
        const world = await stageOf(await createWorld(service, { sale: { rateBp: 2500 } }));
        for (const [index, event] of story.entries()) {
          await happen(world, event, counting);
          if (index % 10 === 9) await expectAnswersOfEvents(world, questions[0]!);
        }
        for (const question of questions) await expectAnswersOfEvents(world, question);
        await sumAll(world.ctx, small);
        for (const question of questions) await expectAnswersOfEvents(world, question);
        expect((await brokenInvariants(service)).filter(({ id }) => id === "I34")).toEqual([]);
      },
    ),
    casesWithin(12, 60_000),
  );
});

it("a year of days that are over is read from what is kept of them, the hours at its ends from their events (I34)", async () => {
  service.clock.set("2026-03-10T12:30:00Z");
  const world = await createWorld(service);
  const { ctx, workspaceId } = world;
  const at = ["2025-12-31T23:00:00Z", "2026-01-01T00:00:00Z", "2026-02-20T05:00:00Z", "2026-03-08T01:00:00Z"];
  const today = ["2026-03-10T11:00:00Z"];
  await store(
    world,
    [...at, ...today].map((text) => recordOf(world, { member: 0, at: Date.parse(text) })),
    "all",
  );
  const clicksFrom = async (from: string): Promise<number[]> => {
    const edges = [Date.parse(from), Date.parse("2026-03-10T13:00:00Z")];
    const asked = { scope: { workspaceId }, filter: { facets: {} }, event: "clicks" as const, edges };
    const rows = (await queryAnalytics(service.store.reports, { ...asked, groupBy: "top_urls" })) as Metrics[];
    return rows.map(({ clicks }) => clicks);
  };
  expect(await clicksFrom("2025-03-10T13:00:00Z")).toEqual([5]);
  await sumAll(ctx);
  // What is kept is told apart from the events by a number of its own, by the day and by the month.
  const mark = (grain: string, clicks: number) =>
    sql`UPDATE address_sums SET clicks = ${clicks} WHERE period_id IN (
      SELECT id FROM address_periods WHERE workspace_id = ${workspaceId} AND grain = ${grain})`.execute(ctx.db);
  await mark("day", 100);
  await mark("month", 1000);
  expect(await clicksFrom("2025-03-10T13:00:00Z")).toEqual([3101]);
  expect(await clicksFrom("2025-12-31T12:00:00Z")).toEqual([2102]);
  expect(await clicksFrom("2026-02-20T00:00:00Z")).toEqual([201]);
});

it("a day with too many values is left to its events, and one that is summed again keeps no value of before (I34)", async () => {
  service.clock.set("2026-03-10T12:30:00Z");
  const world = await createWorld(service);
  const { ctx, workspaceId } = world;
  const visit = (url: number, text: string) =>
    store(world, [recordOf(world, { member: 0, url, at: Date.parse(text) })], "all");
  for (const url of [0, 1, 2, 3]) await visit(url, "2026-03-08T05:00:00Z");
  for (const url of [0, 1]) await visit(url, "2026-03-07T05:00:00Z");
  await sumAll(ctx, small);
  const { rows } = await sql<{ at: Date; state: string }>`
    SELECT at, state FROM address_periods WHERE workspace_id = ${workspaceId} ORDER BY at`.execute(ctx.db);
  expect(rows.map(({ at, state }) => [at.toISOString().slice(0, 10), state])).toEqual([
    ["2026-03-07", "kept"],
    ["2026-03-08", "left"],
  ]);
  await sql`DELETE FROM click_events WHERE workspace_id = ${workspaceId} AND url = ${urls[1]}`.execute(ctx.db);
  await visit(0, "2026-03-07T06:00:00Z");
  await sumAll(ctx, small);
  const kept = await sql<{ value: string }>`
    SELECT DISTINCT value FROM address_sums s JOIN address_periods p ON p.id = s.period_id
    WHERE p.workspace_id = ${workspaceId} AND dimension = 'url'`.execute(ctx.db);
  expect(kept.rows.map(({ value }) => value)).toEqual([urls[0]]);
});

it("a click in an hour that was read already, while its day is summed, has the day summed again (I34)", async () => {
  service.clock.set("2026-03-10T12:30:00Z");
  const world = await createWorld(service);
  const { ctx } = world;
  const visit = (text: string) => recordOf(world, { member: 0, at: Date.parse(text) });
  const hours = [1, 1, 1, 5, 5, 5].map((hour) => visit(`2026-03-08T0${hour}:00:00Z`));
  await store(world, hours, "all");
  // The day is opened, then read in two portions.
  for (let step = 0; step < 2; step++) expect(await sumAddressDays(ctx, small)).toBe(1);
  await store(world, [visit("2026-03-08T01:30:00Z")], "all");
  const clicks = async () => {
    const [from, to] = [Date.parse("2026-03-08T00:00:00Z"), Date.parse("2026-03-09T00:00:00Z")];
    const asked = { scope: { workspaceId: world.workspaceId }, filter: { facets: {} }, event: "clicks" as const };
    const rows = await queryAnalytics(service.store.reports, { ...asked, groupBy: "top_urls", edges: [from, to] });
    return (rows as Metrics[]).map((row) => row.clicks);
  };
  expect(await sumAddressDays(ctx, small)).toBe(1);
  expect(await clicks()).toEqual([7]);
  await sumAll(ctx, small);
  expect(await clicks()).toEqual([7]);
});
