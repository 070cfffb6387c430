import fc from "fast-check";
import { sql } from "kysely";
import { cutBuckets } from "referrals-embed/rules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { queryEarned } from "../../src/domain/analytics/query-earned.ts";
import type { EarnedQuestion } from "../../src/store/queries/analytics/earning-groups.ts";
import { createTestService, type TestService } from "../harness.ts";
import { casesWithin } from "../property-runs.ts";
import { stageOf, take } from "./ledger/free.ts";
import { anyStep } from "./ledger/story.ts";
import { createWorld, type World } from "./world.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

/** Each commission that counts as earned, with the country of the click behind it, found step by step here. */
async function earnedRows({ ctx }: World, enrollmentId: string) {
  const { db } = ctx;
  const commissions = await db
    .selectFrom("commissions")
    .selectAll()
    .where("enrollment_id", "=", enrollmentId)
    .execute();
  const sales = await db.selectFrom("sale_events").select(["id", "click_id", "is_first"]).execute();
  const leads = await db.selectFrom("lead_events").select(["id", "click_id"]).execute();
  const clicks = await db.selectFrom("click_events").select(["click_id", "country"]).execute();
  return commissions
    .filter(({ status }) => ["pending", "processed", "paid"].includes(status))
    .map((row) => {
      const source = row.type === "custom" ? commissions.find(({ id }) => id === row.source_id) : row;
      // A share of what another partner earned is of no click and no link of this one.
      const isShare = row.type === "referral" || source?.type === "referral";
      const eventId = isShare ? null : source?.event_id;
      const event = [...sales, ...leads].find(({ id }) => id === eventId);
      const click = clicks.find(({ click_id: id }) => id === event?.click_id);
      const isFirst = sales.find(({ id }) => id === eventId)?.is_first;
      return {
        earnings: row.earnings,
        linkId: isShare ? null : row.link_id,
        country: click?.country ?? "Unknown",
        isFirst,
      };
    });
}

type Row = Awaited<ReturnType<typeof earnedRows>>[number];

const sum = (rows: readonly { earnings: number | null }[]): number =>
  rows.reduce((all, { earnings }) => all + (earnings ?? 0), 0);

function by(rows: readonly Row[], key: "country" | "linkId"): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const row of rows) if (row[key] !== null) sums[row[key]] = (sums[row[key]] ?? 0) + row.earnings;
  return Object.fromEntries(Object.entries(sums).filter(([, earnings]) => earnings !== 0));
}

describe("what a partner earned, by where it came from", () => {
  it("adds up to what was earned in every grouping, each row to its commissions, after any story (C27)", async () => {
    const story = fc.array(anyStep, { minLength: 20, maxLength: 45, size: "max" });
    await fc.assert(
      fc.asyncProperty(story, async (steps) => {
        const rewards = { sale: { rateBp: 2500 }, lead: { flat: 100 }, referral: { rateBp: 500 }, click: { flat: 3 } };
        const world = await createWorld(service, rewards);
        const stage = await stageOf(world);
        for (const step of steps) await take(stage, step);
        await sql`UPDATE click_events SET country = (ARRAY['DE','FR','US',NULL])[1 + abs(hashtext(click_id)) % 4]`.execute(
          world.ctx.db,
        );
        for (const { enrollmentId } of world.members) {
          const rows = await earnedRows(world, enrollmentId);
          const nowMs = world.ctx.clock.now() + 1;
          const whole = { interval: "all" as const, start: undefined, end: undefined, timezone: "UTC" };
          const { edges } = cutBuckets({ ...whole, whole: true }, { nowMs, earliestMs: nowMs - 400 * 86_400_000 });
          const ask = (more: Partial<EarnedQuestion>) =>
            queryEarned(service.store.reports, {
              workspaceId: world.workspaceId,
              enrollmentId,
              groupBy: "count",
              filter: { facets: {} },
              edges,
              portion: 3,
              ...more,
            }) as Promise<any>;
          const table = async (more: Partial<EarnedQuestion>, name: string): Promise<object> =>
            Object.fromEntries((await ask(more)).map((row: any) => [row[name], row.earnings]));
          expect((await ask({})).earnings).toBe(sum(rows));
          for (const groupBy of ["countries", "devices", "cities", "referers", "utm_sources", "top_urls"] as const) {
            expect(sum(await ask({ groupBy })), groupBy).toBe(sum(rows));
          }
          expect(await table({ groupBy: "countries" }, "country")).toEqual(by(rows, "country"));
          expect(await table({ groupBy: "top_links" }, "id")).toEqual(by(rows, "linkId"));
          const inGermany = { facets: { country: { values: ["DE"], exclude: false } } };
          expect((await ask({ filter: inGermany })).earnings).toBe(sum(rows.filter(({ country }) => country === "DE")));
          const first = { facets: {}, saleType: "new" as const };
          expect((await ask({ filter: first })).earnings).toBe(sum(rows.filter(({ isFirst }) => isFirst)));
        }
      }),
      { ...casesWithin(4, 40_000), endOnFailure: true },
    );
  });
});
