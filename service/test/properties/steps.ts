import fc from "fast-check";
import type { PayoutPatch } from "referrals-embed/contract";
import { createCommission } from "../../src/domain/tracking/create-commission.ts";
import { updateCommission } from "../../src/domain/commissions/update-commission.ts";
import type { SettableStatus } from "../../src/domain/commissions/change-status.ts";
import { performTransition } from "../../src/domain/enrollments/perform-transition.ts";
import type { EnrollmentOperation } from "../../src/domain/rules/transitions.ts";
import { addRate } from "../../src/domain/tracking/add-rate.ts";
import { runPayouts } from "../../src/domain/payouts/run-payouts.ts";
import { updatePayout } from "../../src/domain/payouts/update-payout.ts";
import { rebindCustomer } from "../../src/domain/tracking/rebind-customer.ts";
import { trackDispute } from "../../src/domain/tracking/track-dispute.ts";
import { trackLead } from "../../src/domain/tracking/track-lead.ts";
import { trackRefund } from "../../src/domain/tracking/track-refund.ts";
import { trackSale } from "../../src/domain/tracking/track-sale.ts";
import { settleClickRewards } from "../../src/jobs/click-rewards.ts";
import { dayMs } from "../harness.ts";
import { storeClick } from "../tracking/stored-click.ts";
import { maybe, type World } from "./world.ts";

/** One thing that may happen in a world; indexes are taken modulo what there is. */
export type Step =
  | { do: "click"; member: number }
  | { do: "lead"; customer: number; member: number; name: number; quantity: number; deferred: boolean }
  | { do: "sale"; customer: number; member: number | null; amount: number; currency: string; invoice: number }
  | { do: "refund"; invoice: number; amount: number | null; refund: number }
  | { do: "dispute"; invoice: number; dispute: number; amount: number; status: "opened" | "won" | "lost" }
  | { do: "status"; member: number; operation: EnrollmentOperation }
  | { do: "commission"; index: number; status: SettableStatus }
  | { do: "correct"; index: number; earnings: number }
  | { do: "custom"; member: number; amount: number }
  | { do: "run" }
  | { do: "payout"; index: number; status: PayoutPatch["status"] }
  | { do: "rebind"; customer: number; member: number }
  | { do: "pay"; index: number; steps: number }
  | { do: "rate"; currency: string; rate: string }
  | { do: "settle" }
  | { do: "wait"; days: number };

const member = fc.nat(2);
const invoice = fc.nat(11);
const kind = <K extends Step["do"]>(name: K) => fc.constant(name);

/** Any step, with what moves money more often than the rest. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: kind("click"), member }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: kind("lead"),
      customer: fc.nat(4),
      member,
      name: fc.nat(2),
      quantity: fc.integer({ min: 1, max: 5 }),
      deferred: fc.boolean(),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      do: kind("sale"),
      customer: fc.nat(4),
      member: fc.option(member),
      amount: fc.integer({ min: 0, max: 20_000 }),
      currency: fc.constantFrom("usd", "usd", "usd", "jpy", "brl"),
      invoice,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: kind("refund"),
      invoice,
      amount: fc.option(fc.integer({ min: 1, max: 12_000 })),
      refund: fc.nat(20),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: kind("dispute"),
      invoice,
      dispute: fc.nat(5),
      amount: fc.integer({ min: 1, max: 12_000 }),
      status: fc.constantFrom("opened", "won", "lost"),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: kind("status"),
      member,
      operation: fc.constantFrom("ban", "unban", "unban", "deactivate", "reactivate", "archive", "unarchive"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: kind("commission"),
      index: fc.nat(30),
      status: fc.constantFrom("pending", "pending", "refunded", "duplicate", "canceled", "fraud"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: kind("correct"), index: fc.nat(30), earnings: fc.integer({ min: 0, max: 3_000 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: kind("custom"), member, amount: fc.integer({ min: -2_000, max: 2_000 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: kind("run") }) },
  {
    weight: 7,
    arbitrary: fc.record({
      do: kind("payout"),
      index: fc.nat(6),
      status: fc.constantFrom("processing", "processing", "processed", "sent", "completed", "failed", "canceled"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: kind("rebind"), customer: fc.nat(4), member }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: kind("pay"), index: fc.nat(6), steps: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: kind("rate"),
      currency: fc.constantFrom("jpy", "brl"),
      rate: fc.constantFrom("0.18", "0.0001", "1.5"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: kind("settle") }) },
  { weight: 4, arbitrary: fc.record({ do: kind("wait"), days: fc.integer({ min: 1, max: 40 }) }) },
) as fc.Arbitrary<Step>;

/** Takes a step as far as the rules let it. */
export async function take(world: World, step: Step): Promise<void> {
  const { ctx, service, members } = world;
  const of = (index: number) => members[index % members.length]!;
  switch (step.do) {
    case "click":
      return click(world, step.member);
    case "lead":
      return lead(world, step);
    case "sale":
      return sale(world, step);
    case "refund": {
      const { amount } = step;
      const input = { invoiceId: `in-${step.invoice}`, refundId: `re-${step.refund}`, amount: amount ?? undefined };
      return void (await maybe(trackRefund(ctx, input)));
    }
    case "dispute": {
      const { amount, status } = step;
      const input = { invoiceId: `in-${step.invoice}`, disputeId: `dp-${step.dispute}`, amount, status };
      return void (await maybe(trackDispute(ctx, input)));
    }
    case "status": {
      const reason = step.operation === "ban" ? "fraud" : null;
      return void (await maybe(
        performTransition(ctx, of(step.member).enrollmentId, { operation: step.operation, input: { reason } }),
      ));
    }
    case "commission":
      return onCommission(world, step.index, (id) => updateCommission(ctx, id, { status: step.status }));
    case "correct":
      return onCommission(world, step.index, (id) => updateCommission(ctx, id, { earnings: step.earnings }));
    case "custom": {
      if (step.amount === 0) return;
      return void (await maybe(createCommission(ctx, { partnerId: of(step.member).partnerId, amount: step.amount })));
    }
    case "run":
      return void (await runPayouts(ctx));
    case "payout":
      return payout(world, step.index, step.status);
    case "rebind":
      return void (await maybe(
        rebindCustomer(ctx, `ext_cus-${step.customer}`, { linkId: of(step.member).linkId, reason: "by hand" }),
      ));
    case "pay":
      for (const status of way.slice(0, step.steps)) await payout(world, step.index, status);
      return;
    case "rate":
      return void (await addRate(ctx, { currency: step.currency, rate: step.rate, validFrom: new Date(0) }));
    case "settle":
      return void (await settleClickRewards(ctx));
    case "wait":
      return service.clock.advance(step.days * dayMs);
  }
}

/** The way of a payout to its end. */
const way = ["processing", "processed", "sent", "completed"] as const;

async function click({ ctx, service, members }: World, index: number): Promise<void> {
  const { linkId, enrollmentId } = members[index % members.length]!;
  const enrollment = await ctx.db
    .selectFrom("enrollments")
    .select("click_reward_id")
    .where("id", "=", enrollmentId)
    .executeTakeFirstOrThrow();
  const clickRewardId = enrollment.click_reward_id;
  await storeClick(service, linkId, { clickRewardId });
  if (clickRewardId === null) return;
  const day = new Date(service.clock.now()).toISOString().slice(0, 10);
  await ctx.db
    .insertInto("click_reward_days")
    .values({ enrollment_id: enrollmentId, reward_id: clickRewardId, day, quantity: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(["enrollment_id", "reward_id", "day"])
        .doUpdateSet((eb) => ({ quantity: eb("click_reward_days.quantity", "+", 1) })),
    )
    .execute();
}

/** One click per member, whose id every later step presents. */
async function clickOf({ service, members, ctx }: World, index: number): Promise<string> {
  const { linkId } = members[index % members.length]!;
  const known = await ctx.db
    .selectFrom("click_events")
    .select("click_id")
    .where("link_id", "=", linkId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return known?.click_id ?? storeClick(service, linkId);
}

async function lead(world: World, step: Extract<Step, { do: "lead" }>): Promise<void> {
  const input = {
    clickId: await clickOf(world, step.member),
    eventName: `Lead ${step.name}`,
    customerExternalId: `cus-${step.customer}`,
    eventQuantity: step.quantity,
    mode: step.deferred ? ("deferred" as const) : ("wait" as const),
  };
  await maybe(trackLead(world.ctx, input));
}

async function sale(world: World, step: Extract<Step, { do: "sale" }>): Promise<void> {
  const { amount, currency } = step;
  const input = {
    clickId: step.member === null ? null : await clickOf(world, step.member),
    customerExternalId: `cus-${step.customer}`,
    invoiceId: `in-${step.invoice}`,
    amount,
    currency,
  };
  await maybe(trackSale(world.ctx, input));
}

async function onCommission(world: World, index: number, work: (id: string) => Promise<unknown>): Promise<void> {
  const rows = await world.ctx.db
    .selectFrom("commissions")
    .select("id")
    .where("workspace_id", "=", world.workspaceId)
    .orderBy("id")
    .execute();
  if (rows.length > 0) await maybe(work(rows[index % rows.length]!.id));
}

async function payout(world: World, index: number, status: PayoutPatch["status"]): Promise<void> {
  const rows = await world.ctx.db
    .selectFrom("payouts")
    .select("id")
    .where("workspace_id", "=", world.workspaceId)
    .orderBy("id")
    .execute();
  if (rows.length > 0) await maybe(updatePayout(world.ctx, rows[index % rows.length]!.id, { status }));
}
