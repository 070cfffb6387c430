import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EmbedEarnings, NextPayout, PayoutPatch } from "referrals-embed/contract";
import { localDate, nextDayOfMonth, startOfDay } from "referrals-embed/rules";
import { figuresOf } from "../../src/domain/embed/figures.ts";
import { collectPayout } from "../../src/domain/payouts/run-payouts.ts";
import { payoutStandings } from "../../src/domain/payouts/tell-waiting.ts";
import { updatePayout } from "../../src/domain/payouts/update-payout.ts";
import { readBootstrap } from "../../src/store/queries/embed/embed-bootstrap.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { casesWithin } from "../property-runs.ts";
import { stageOf, take } from "./ledger/free.ts";
import { anyStep, type Step } from "./ledger/story.ts";
import { createWorld, maybe, type Member, type World } from "./world.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

/** How a program pays, and what its partners do about it. */
interface Setting {
  payoutDay: number | null;
  timezone: string;
  minimum: number;
  /** How many of the three partners have said how they are paid, and whether they have changed it a moment ago. */
  withDetails: number;
  isNew: boolean;
  sharesDestination: boolean;
}

const partner = fc.nat(2);

const anySetting: fc.Arbitrary<Setting> = fc.record({
  payoutDay: fc.constantFrom(null, null, 1, 15, 28),
  timezone: fc.constantFrom("UTC", "America/New_York", "Asia/Tokyo", "Africa/Cairo"),
  minimum: fc.constantFrom(0, 500, 2_000),
  withDetails: fc.constantFrom(3, 3, 2),
  isNew: fc.boolean(),
  sharesDestination: fc.constantFrom(false, false, true),
});

/** What leaves money in every standing: earned now and later, taken back, in an open payout, in one that failed. */
const anyEnd = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant("custom"),
        partner,
        amount: fc.integer({ min: -3_000, max: 9_000 }).filter((amount) => amount !== 0),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant("sale"),
        customer: fc.nat(4),
        click: partner,
        code: fc.constant(null),
        amount: fc.integer({ min: 1_000, max: 20_000 }),
        currency: fc.constantFrom("usd", "brl"),
        invoice: fc.integer({ min: 100, max: 900 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("wait"), days: fc.integer({ min: 1, max: 5 }) }) },
    { weight: 1, arbitrary: fc.constant({ do: "run", partner: null, daysAgo: 0 }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant("payout"),
        payout: fc.nat(6),
        status: fc.constantFrom("processing", "failed"),
        reference: fc.constant(null),
      }),
    },
  ),
  { minLength: 4, maxLength: 12, size: "max" },
) as fc.Arbitrary<Step[]>;

/** A program, and all that happened in it. */
/** The program stays as it was set: what is told is compared with its minimum. */
const anyStepOfPartners = anyStep.filter((step) => step.do !== "program");

const anyCase = fc.record({
  setting: anySetting,
  steps: fc
    .tuple(fc.array(anyStepOfPartners, { minLength: 8, maxLength: 24, size: "max" }), anyEnd)
    .map(([steps, end]) => [...steps, ...end]),
});

async function worldOf(setting: Setting): Promise<World> {
  const world = await createWorld(service, { sale: { rateBp: 2500 }, lead: { flat: 100 } });
  const { payoutDay: payout_day, timezone, minimum: min_payout_amount } = setting;
  const program = { payout_day, timezone, min_payout_amount };
  await world.ctx.db.updateTable("programs").set(program).where("id", "=", world.programId).execute();
  return world;
}

/** What the partners have said of how they are paid by the end of a story. */
async function choose({ ctx, members }: World, { withDetails, isNew, sharesDestination }: Setting): Promise<void> {
  const set = (member: Member | undefined, values: object) =>
    ctx.db.updateTable("partner_profiles").set(values).where("partner_id", "=", member!.partnerId).execute();
  if (withDetails < 3) await set(members[2], { default_payout_method: null });
  for (const member of isNew ? members : []) {
    await set(member, { payout_effective_at: new Date(ctx.clock.now() + 2 * dayMs) });
  }
  if (!sharesDestination) return;
  for (const member of members.slice(0, 2)) await set(member, { paypal_email: `both-${members[0]!.partnerId}@x.test` });
}

async function earningsOf({ ctx }: World, { enrollmentId }: Member): Promise<EmbedEarnings> {
  const row = await readBootstrap(service.store.pool, enrollmentId, new Date(ctx.clock.now()));
  return (await figuresOf(ctx, row)).earnings!;
}

/** What the screen says of each partner who is paid out. */
async function said(world: World): Promise<{ member: Member; earnings: EmbedEarnings; next: NextPayout }[]> {
  const all: { member: Member; earnings: EmbedEarnings; next: NextPayout }[] = [];
  for (const member of world.members) {
    const { status, removed_at: erasedAt } = await world.ctx.db
      .selectFrom("enrollments")
      .select(["status", "removed_at"])
      .where("id", "=", member.enrollmentId)
      .executeTakeFirstOrThrow();
    // No token of theirs opens the dashboard.
    if (status === "banned" || erasedAt !== null) continue;
    const earnings = await earningsOf(world, member);
    all.push({ member, earnings, next: earnings.nextPayout! });
  }
  return all;
}

const instantOf = (date: string | null, now: number): number => Math.max(now, date === null ? 0 : Date.parse(date));

/** Runs payouts for one partner, pays what can be paid, and says how much, or why it was refused. */
async function payNow({ ctx }: World, { enrollmentId }: Member): Promise<{ paid: number; refused: string | null }> {
  const payout = await collectPayout(ctx, enrollmentId, new Date(ctx.clock.now()));
  if (!payout) return { paid: 0, refused: null };
  const steps: PayoutPatch["status"][] = ["processing", "completed"];
  try {
    for (const status of steps) await updatePayout(ctx, payout.id, { status });
  } catch (error) {
    return { paid: 0, refused: (error as Error).message };
  }
  const { amount } = await ctx.db
    .selectFrom("payouts")
    .select("amount")
    .where("id", "=", payout.id)
    .executeTakeFirstOrThrow();
  return { paid: amount, refused: null };
}

/** When the program pays, from now until all has cleared; without a payout day when something of the partner's clears. */
function occasionsOf(
  { payoutDay, timezone }: Setting,
  { earnings, next }: { earnings: EmbedEarnings; next: NextPayout },
  now: number,
): number[] {
  const told = next.payouts.map(({ date }) => instantOf(date, now));
  if (payoutDay === null) return [now, ...earnings.clearing.map(({ date }) => Date.parse(date)), ...told];
  const days = [nextDayOfMonth(payoutDay, now, timezone)];
  for (let n = 0; n < 4; n += 1) {
    const { year, month, day } = localDate(days.at(-1)!, timezone);
    days.push(startOfDay({ year, month: month + 1, day }, timezone));
  }
  return [...days.map((day) => Math.max(day, now)), ...told];
}

describe("what a partner reads of the next payout", () => {
  it("is what runs on the payout days then pay, all of it, and nothing else is paid (P18)", async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async ({ setting, steps }) => {
        const world = await worldOf(setting);
        const stage = await stageOf(world);
        for (const step of steps) await take(stage, step);
        await choose(world, setting);
        const now = world.ctx.clock.now();
        const told = await said(world);
        const occasions = told.flatMap((one) =>
          [...new Set(occasionsOf(setting, one, now))].map((at) => ({ at, ...one })),
        );
        const paid = new Map(told.map(({ member }) => [member, [] as { date: number; amount: number }[]]));
        const refused = new Map<Member, string>();
        for (const { at, member } of occasions.sort((a, b) => a.at - b.at)) {
          service.clock.set(at);
          const result = await payNow(world, member);
          if (result.paid > 0) paid.get(member)!.push({ date: at, amount: result.paid });
          if (result.refused) refused.set(member, result.refused);
        }
        for (const { member, next } of told) {
          const expected = next.payouts.map(({ date, amount }) => ({ date: instantOf(date, now), amount }));
          if (next.needs === null) expect(paid.get(member)).toEqual(expected);
          else {
            expect(paid.get(member)).toEqual([]);
            if (expected.length > 0) expect(refused.get(member)).toMatch(/payout method|paid to the same/);
          }
        }
      }),
      { ...casesWithin(48, 90_000), endOnFailure: true },
    );
  });

  it("agrees with the run's answer on what is missing and why, and its parts come to all that was earned (P17, P18)", async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async ({ setting: asked, steps }) => {
        const setting = { ...asked, isNew: false };
        const world = await worldOf(setting);
        const stage = await stageOf(world);
        for (const step of steps) await take(stage, step);
        await choose(world, setting);
        const told = await said(world);
        for (const { earnings, next } of told) {
          const parts = next.payouts.reduce((sum, { amount }) => sum + amount, 0);
          expect(parts + next.counted + (next.later?.amount ?? 0) + next.onTheWay + earnings.paid).toBe(
            earnings.earned,
          );
        }
        // What is counted for the next payout is what a run on that day finds.
        const now = world.ctx.clock.now();
        const { payoutDay, timezone } = setting;
        if (payoutDay !== null) service.clock.set(Math.max(nextDayOfMonth(payoutDay, now, timezone), now));
        for (const { member, next } of told) {
          await maybe(collectPayout(world.ctx, member.enrollmentId, new Date(world.ctx.clock.now())));
          const [standing] = await payoutStandings(world.ctx, { enrollmentId: member.enrollmentId });
          expectAgreement(next, standing, setting.minimum);
        }
      }),
      { ...casesWithin(32, 60_000), endOnFailure: true },
    );
  });
});

type Standing = Awaited<ReturnType<typeof payoutStandings>>[number] | undefined;

function expectAgreement({ kind, amount }: NextPayout, standing: Standing, minimum: number): void {
  const open = standing?.owed.open ?? 0;
  const waits = (...reasons: string[]): number =>
    standing?.waiting.reduce((sum, { reason, amount }) => sum + (reasons.includes(reason) ? amount! : 0), 0) ?? 0;
  const least = standing?.owed.status === "deactivated" ? 1 : Math.max(1, minimum);
  const counted = open + waits("below_minimum", "negative_balance");
  if (kind === "payout") expect([open, standing?.lack ?? null]).toEqual([amount, null]);
  if (kind === "details_missing") expect(standing?.lack).toMatchObject({ until: null });
  if (kind === "negative_balance") expect(-amount).toBe(counted);
  if (kind === "below_minimum") expect(amount + counted).toBe(least);
  if (kind === "nothing_cleared" || kind === "nothing") expect(counted).toBe(0);
}
