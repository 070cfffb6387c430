import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { figuresOf } from "../../src/domain/embed/figures.ts";
import { nextDayOfMonth } from "referrals-embed/rules";
import { readBootstrap } from "../../src/store/queries/embed/embed-bootstrap.ts";
import { createTestService, type TestService } from "../harness.ts";
import { casesWithin } from "../property-runs.ts";
import { stageOf, take } from "./ledger/free.ts";
import { anyStep } from "./ledger/story.ts";
import { createWorld, type World } from "./world.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const total = (rows: readonly { amount: number | null }[]): number =>
  rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0);

/** What a member's commissions add up to by where they stand, summed here row by row. */
async function sumsOf({ ctx }: World, enrollmentId: string) {
  const rows = await ctx.db
    .selectFrom("commissions")
    .select(["status", "earnings", "payable_at", "hold_reasons"])
    .where("enrollment_id", "=", enrollmentId)
    .execute();
  const sum = (test: (row: (typeof rows)[number]) => boolean): number =>
    rows.filter(test).reduce((all, { earnings }) => all + earnings, 0);
  const isLater = ({ payable_at: at }: (typeof rows)[number]): boolean => at !== null && at.getTime() > ctx.clock.now();
  return {
    earned: sum(({ status }) => ["pending", "processed", "paid"].includes(status)),
    ready: sum((row) => row.status === "pending" && !isLater(row)),
    clearing: sum((row) => row.status === "pending" && isLater(row)),
    onTheWay: sum(({ status }) => status === "processed"),
    onHold: sum(({ status }) => status === "hold"),
    paid: sum(({ status }) => status === "paid"),
  };
}

describe("the money line of a partner", () => {
  it("adds up to all that was earned, each part to its commissions, after any story (C24)", async () => {
    const story = fc.array(anyStep, { minLength: 15, maxLength: 40, size: "max" });
    await fc.assert(
      fc.asyncProperty(story, async (steps) => {
        const world = await createWorld(service, { sale: { rateBp: 2500 }, lead: { flat: 100 } });
        const stage = await stageOf(world);
        for (const step of steps) await take(stage, step);
        for (const { enrollmentId } of world.members) {
          const now = world.ctx.clock.now();
          const row = await readBootstrap(service.store.pool, enrollmentId, new Date(now));
          const { earnings } = await figuresOf(world.ctx, row);
          const { earned, ready, clearing, onTheWay, paid, held, upcoming } = earnings!;
          const onHold = earnings!.onHold.map(({ amount }) => ({ amount: amount ?? 0 }));
          expect(ready + total(clearing) + onTheWay + paid).toBe(earned);
          expect([ready + total(clearing), total(onHold)]).toEqual([upcoming, held]);
          expect({ earned, ready, clearing: total(clearing), onTheWay, onHold: total(onHold), paid }).toEqual(
            await sumsOf(world, enrollmentId),
          );
          const dates = clearing.map(({ date }) => Date.parse(date));
          expect(dates.every((date, n) => date > (dates[n - 1] ?? now))).toBe(true);
        }
      }),
      { ...casesWithin(8, 40_000), endOnFailure: true },
    );
  });

  it("names the program's next payout day, today's included, in the program's zone", () => {
    const at = (now: string, zone: string): string => new Date(nextDayOfMonth(15, Date.parse(now), zone)).toISOString();
    expect(at("2026-11-15T23:00:00Z", "UTC")).toBe("2026-11-15T00:00:00.000Z");
    expect(at("2026-11-16T00:00:00Z", "UTC")).toBe("2026-12-15T00:00:00.000Z");
    expect(at("2026-12-16T00:00:00Z", "America/New_York")).toBe("2026-12-15T05:00:00.000Z");
    expect(at("2026-12-31T00:00:00Z", "Asia/Tokyo")).toBe("2027-01-14T15:00:00.000Z");
  });
});
