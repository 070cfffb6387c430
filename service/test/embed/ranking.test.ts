import fc from "fast-check";
import type { Partner } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bandEdges, bandOf } from "referrals-embed/rules";
import { copyFigures } from "../../src/jobs/copy-figures.ts";
import { copyStaleFigures } from "../../src/store/queries/enrollment-figures.ts";
import { rankEnrollments } from "../../src/store/queries/leaderboard.ts";
import { createTestService, type TestService } from "../harness.ts";
import { brokenInvariants } from "../properties/expect-sound.ts";

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

/** Y1 by reading everybody. */
async function expected(limit: number, me: string) {
  const all = await service.store.db
    .selectFrom("enrollment_stats as s")
    .innerJoin("enrollments as e", "e.id", "s.enrollment_id")
    .select(["e.id", "e.status", "e.removed_at", "pending_commissions", "processed_commissions", "paid_commissions"])
    .execute();
  const ranked = all
    .map((row) => ({ ...row, earned: row.pending_commissions + row.processed_commissions + row.paid_commissions }))
    .filter((row) => row.removed_at === null && ["approved", "archived"].includes(row.status) && row.earned > 0)
    .sort((a, b) => b.earned - a.earned || (a.id < b.id ? -1 : 1));
  const rows = ranked
    .map(({ id, earned }) => [id, 1 + ranked.filter((other) => other.earned > earned).length, earned] as const)
    .filter(([id], place) => place < limit || id === me);
  const bands = edges.map((_, band) => ranked.filter(({ earned }) => bandOf(earned, edges) === band).length);
  return { rows, bands: rows.length > 0 ? bands : edges.map(() => 0) };
}

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
      { numRuns: 20, interruptAfterTimeLimit: 60_000 },
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
