import fc from "fast-check";
import type { Partner } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bandEdges, bandOf } from "referrals-embed/rules";
import { copyFigures, keepLeaderboards } from "../../src/jobs/keep-sums.ts";
import { copyStaleFigures } from "../../src/store/queries/sums/enrollment-figures.ts";
import { keepBoard } from "../../src/store/queries/sums/leaderboard-boards.ts";
import { rankEnrollments } from "../../src/store/queries/sums/leaderboard.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { brokenInvariants } from "../properties/expect-sound.ts";
import { casesWithin } from "../property-runs.ts";

const PARTNERS = 6;
const edges = bandEdges("usd");
let service: TestService;
let partners: Partner[];
let ids: string[];

beforeAll(async () => {
  service = await createTestService();
  partners = [];
  for (let i = 0; i < PARTNERS; i++) partners.push(await service.createPartner());
  const rows = await service.store.db.selectFrom("enrollments").select(["id", "partner_id"]).execute();
  ids = partners.map((partner) => rows.find((row) => row.partner_id === partner.id)!.id);
});
afterAll(() => service.close());

/** Few values, so that many are equal; the larger ones share their first three digits. */
const sum = fc.constantFrom(-5, 0, 1, 999, 1000, 1001, 1009, 1010, 20_000, 123_456, 123_499);
const step = fc.oneof(
  fc.record({ partner: fc.nat(PARTNERS - 1), pending: sum, processed: fc.constantFrom(0, 1, 8), paid: sum }),
  fc.record({
    partner: fc.nat(PARTNERS - 1),
    status: fc.constantFrom("approved", "archived", "deactivated", "pending"),
  }),
  fc.record({ partner: fc.nat(PARTNERS - 1), removed: fc.boolean() }),
  fc.record({ copy: fc.integer({ min: 1, max: 4 }) }),
);

async function take(taken: typeof step extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
  const { db } = service.store;
  if ("copy" in taken) return void (await copyStaleFigures(service.store, taken.copy));
  const id = ids[taken.partner]!;
  if ("paid" in taken) {
    const { pending, processed, paid } = taken;
    const sums = { pending_commissions: pending, processed_commissions: processed, paid_commissions: paid };
    await db.updateTable("enrollment_stats").set(sums).where("enrollment_id", "=", id).execute();
  } else {
    const at = new Date(service.clock.now());
    const set = "status" in taken ? { status: taken.status as "approved" } : { removed_at: taken.removed ? at : null };
    await db.updateTable("enrollments").set(set).where("id", "=", id).execute();
  }
}

/** The first moments of three periods; commissions are made before, between and after them. */
const moments = ["2026-03-01", "2026-03-05", "2026-04-01"].map((day) => new Date(`${day}T00:00:00Z`));
const made = ["2026-02-27", "2026-03-02", "2026-03-05", "2026-04-02"].map((day) => new Date(`${day}T00:00:00Z`));
const periodStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ partner: fc.nat(PARTNERS - 1), earnings: sum, at: fc.constantFrom(...made) }) },
  fc.record({ refund: fc.nat(20) }),
  fc.record({
    partner: fc.nat(PARTNERS - 1),
    status: fc.constantFrom("approved", "archived", "deactivated"),
  }),
  fc.record({ partner: fc.nat(PARTNERS - 1), removed: fc.boolean() }),
  fc.record({ copy: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ keep: fc.option(fc.constantFrom(...moments), { nil: null }), batches: fc.integer({ min: 1, max: 9 }) }),
);

type PeriodStep = typeof periodStep extends fc.Arbitrary<infer T> ? T : never;

/** Of a month's first partner who earned something there is nothing on a board yet, and nothing to count. */
const earnedBeforeItsBoard: PeriodStep[] = [{ partner: 0, earnings: 1, at: made[3]! }, { copy: 1 }];

let commissions = 0;

async function takePeriod(taken: PeriodStep): Promise<void> {
  const { db } = service.store;
  if ("keep" in taken) {
    const work = { programId: service.programId, since: taken.keep, batch: 2 };
    for (let i = 0; i < taken.batches; i++) await keepBoard(service.store, work);
    return;
  }
  if ("refund" in taken) {
    const id = `cm_rank_${taken.refund % Math.max(1, commissions)}`;
    return void (await db.updateTable("commissions").set({ status: "refunded" }).where("id", "=", id).execute());
  }
  if (!("earnings" in taken)) {
    return take("copy" in taken || "removed" in taken ? taken : { partner: taken.partner, status: taken.status });
  }
  const enrollmentId = ids[taken.partner]!;
  const { workspace_id, partner_id } = await db
    .selectFrom("enrollments")
    .select(["workspace_id", "partner_id"])
    .where("id", "=", enrollmentId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("commissions")
    .values({
      id: `cm_rank_${commissions++}`,
      workspace_id,
      program_id: service.programId,
      enrollment_id: enrollmentId,
      partner_id,
      type: "custom",
      gross_earnings: taken.earnings,
      earnings: taken.earnings,
      currency: "usd",
      status: "pending",
      created_at: taken.at,
      updated_at: taken.at,
    })
    .execute();
}

/** What each may be ranked by in a period, by reading every commission. */
async function expectedSince(since: Date, limit: number, me: string) {
  const all = await service.store.db
    .selectFrom("enrollments as e")
    .select(["e.id", "e.status", "e.removed_at"])
    .where("e.id", "in", ids)
    .execute();
  const rows = await service.store.db.selectFrom("commissions").selectAll().execute();
  const earnedBy = (id: string): number =>
    rows
      .filter((row) => row.enrollment_id === id && row.created_at >= since && row.status === "pending")
      .reduce((total, row) => total + row.earnings, 0);
  return inRanks(
    all.map((row) => ({ ...row, earned: earnedBy(row.id) })),
    limit,
    me,
  );
}

/** Y1 by reading everybody. */
async function expected(limit: number, me: string) {
  const all = await service.store.db
    .selectFrom("enrollment_stats as s")
    .innerJoin("enrollments as e", "e.id", "s.enrollment_id")
    .select(["e.id", "e.status", "e.removed_at", "pending_commissions", "processed_commissions", "paid_commissions"])
    .execute();
  const earned = all.map((row) => ({
    ...row,
    earned: row.pending_commissions + row.processed_commissions + row.paid_commissions,
  }));
  return inRanks(earned, limit, me);
}

interface Earner {
  id: string;
  status: string;
  removed_at: Date | null;
  earned: number;
}

function inRanks(all: readonly Earner[], limit: number, me: string) {
  const ranked = all
    .filter((row) => row.removed_at === null && ["approved", "archived"].includes(row.status) && row.earned > 0)
    .sort((a, b) => b.earned - a.earned || (a.id < b.id ? -1 : 1));
  const rows = ranked
    .map(({ id, earned }) => [id, 1 + ranked.filter((other) => other.earned > earned).length, earned] as const)
    .filter(([id], place) => place < limit || id === me);
  const bands = edges.map((_, band) => ranked.filter(({ earned }) => bandOf(earned, edges) === band).length);
  return { rows, bands: rows.length > 0 ? bands : edges.map(() => 0) };
}

describe("ranking of a period", () => {
  it("places and bands are those of its commissions, while its board is filled, complete and dropped (Y1, I27)", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(periodStep, { maxLength: 16 }), async (steps) => {
        await service.store.db.deleteFrom("commissions").execute();
        commissions = 0;
        for (const taken of steps) await takePeriod(taken);
        for (const since of moments) {
          for (const me of [ids[0]!, ids[3]!]) {
            const scope = { programId: service.programId, since };
            const found = await rankEnrollments(service.store.db, scope, { enrollmentId: me, limit: 2, edges });
            const rows = found.rows.map((row) => [row.enrollmentId, row.rank, row.earned]);
            expect({ rows, bands: found.bands }).toEqual(await expectedSince(since, 2, me));
          }
        }
        expect(await brokenPeriods()).toEqual([]);
      }),
      { ...casesWithin(25, 60_000), examples: [[earnedBeforeItsBoard]] },
    );
  });

  it("keeps one board, of the period the program shows, and verify reports a place on it that is wrong", async () => {
    const { db } = service.store;
    for (const partner of ids.keys()) await take({ partner, status: "approved" });
    for (const partner of ids.keys()) await take({ partner, removed: false });
    await takePeriod({ partner: 1, earnings: 1000, at: new Date(service.clock.now()) });
    while ((await copyFigures(service.ctx(), { few: 1, batch: 100 })) > 0);
    const boards = () => db.selectFrom("ranked_boards").select(["since", "state"]).execute();
    const keep = async (period: "month" | "30d" | "all"): Promise<void> => {
      const embed = JSON.stringify({ leaderboard: { period, amounts: "bands" } });
      await db.updateTable("programs").set({ embed }).where("id", "=", service.programId).execute();
      while ((await keepLeaderboards(service.ctx(), { few: 1, batch: 2 })) > 0);
    };
    await keep("30d");
    const [board] = await boards();
    expect(await boards()).toEqual([{ since: expect.any(Date), state: "complete" }]);
    await db
      .updateTable("ranked_enrollments")
      .set({ earned: 1001 })
      .where("enrollment_id", "=", ids[1]!)
      .where("since", "=", board!.since)
      .execute();
    expect(await brokenPeriods()).toMatchObject([{ violations: 1 }]);
    service.clock.advance(dayMs);
    await keep("30d");
    expect(await boards()).toEqual([{ since: new Date(board!.since.getTime() + dayMs), state: "complete" }]);
    expect(await brokenPeriods()).toEqual([]);
    await keep("month");
    expect(await boards()).toHaveLength(1);
    await keep("all");
    expect(await boards()).toEqual([]);
    const rest = await db.selectFrom("ranked_enrollments").where("since", ">", new Date(0)).select("since").execute();
    expect(rest).toEqual([]);
  });
});

describe("ranking while earnings are copied", () => {
  it("places and bands are those of what everybody earned, whatever is copied and whatever is not (Y1, I27)", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 16 }), async (steps) => {
        for (const taken of steps) await take(taken);
        for (const me of ids) {
          const scope = { programId: service.programId, since: null };
          const found = await rankEnrollments(service.store.db, scope, { enrollmentId: me, limit: 2, edges });
          const rows = found.rows.map((row) => [row.enrollmentId, row.rank, row.earned]);
          expect({ rows, bands: found.bands }).toEqual(await expected(2, me));
        }
        expect((await brokenInvariants(service)).filter(({ id }) => id === "I27")).toEqual([]);
      }),
      casesWithin(20, 60_000),
    );
  });

  it("verify reports a rank that differs without being marked stale (I27)", async () => {
    await take({ partner: 0, status: "approved" });
    await take({ partner: 0, removed: false });
    await take({ partner: 0, pending: 0, processed: 0, paid: 1000 });
    while ((await copyFigures(service.ctx(), { few: 1, batch: 100 })) > 0);
    const { db } = service.store;
    await db.updateTable("ranked_enrollments").set({ earned: 1001 }).where("enrollment_id", "=", ids[0]!).execute();
    expect((await brokenInvariants(service)).filter(({ id }) => id === "I27")).toMatchObject([{ violations: 1 }]);
    await db.updateTable("ranked_counts").set({ count: 7 }).where("step", "=", 1000).execute();
    expect((await brokenInvariants(service)).filter(({ id }) => id === "I27")).toMatchObject([{}, { violations: 1 }]);
  });
});

async function brokenPeriods() {
  return (await brokenInvariants(service)).filter(({ id, says }) => id === "I27" && says.includes("leaderboard"));
}
