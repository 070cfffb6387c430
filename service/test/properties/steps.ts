import fc from "fast-check";
import { expect } from "vitest";
import type { PayoutPatch } from "referrals-embed/contract";
import { createCommission } from "../../src/domain/tracking/create-commission.ts";
import { updateCommission } from "../../src/domain/commissions/update-commission.ts";
import type { SettableStatus } from "../../src/domain/commissions/change-status.ts";
import { ensureDiscountCode } from "../../src/domain/links/discount-codes.ts";
import { performTransition } from "../../src/domain/enrollments/perform-transition.ts";
import type { EnrollmentOperation } from "../../src/domain/rules/transitions.ts";
import { addRate } from "../../src/domain/tracking/add-rate.ts";
import { runPayouts } from "../../src/domain/payouts/run-payouts.ts";
import { updatePayout } from "../../src/domain/payouts/update-payout.ts";
import { rebindCustomer } from "../../src/domain/tracking/rebind-customer.ts";
import { restateDispute, trackDispute } from "../../src/domain/tracking/track-dispute.ts";
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
  | {
      do: "lead";
      customer: number;
      member: number;
      code: number | null;
      name: number;
      quantity: number;
      deferred: boolean;
    }
  | {
      do: "sale";
      customer: number;
      member: number | null;
      code: number | null;
      amount: number;
      currency: string;
      invoice: number;
    }
  | { do: "prefer"; priority: "code" | "click" }
  | { do: "refund"; invoice: number; amount: number | null; refund: number }
  | {
      do: "dispute";
      invoice: number;
      dispute: number;
      amount: number;
      status: "opened" | "won" | "lost";
      isRestated: boolean;
    }
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
      code: fc.option(member),
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
      code: fc.option(member),
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
      /** Whether a provider says it, which may reverse what it said before. */
      isRestated: fc.boolean(),
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
  {
    weight: 1,
    arbitrary: fc.record({ do: kind("prefer"), priority: fc.constantFrom("code" as const, "click" as const) }),
  },
  { weight: 1, arbitrary: fc.record({ do: kind("settle") }) },
  { weight: 4, arbitrary: fc.record({ do: kind("wait"), days: fc.integer({ min: 1, max: 40 }) }) },
) as fc.Arbitrary<Step>;

/** Takes a step as far as the rules let it. @param alone whether no other step is taken meanwhile */
export async function take(world: World, step: Step, alone = true): Promise<void> {
  const { ctx, service, members } = world;
  const of = (index: number) => members[index % members.length]!;
  switch (step.do) {
    case "click":
      return click(world, step.member);
    case "lead":
      return lead(world, step, alone);
    case "sale":
      return sale(world, step, alone);
    case "refund": {
      const { amount } = step;
      const input = { invoiceId: `in-${step.invoice}`, refundId: `re-${step.refund}`, amount: amount ?? undefined };
      return void (await maybe(trackRefund(ctx, input)));
    }
    case "dispute": {
      const { amount, status } = step;
      const input = { invoiceId: `in-${step.invoice}`, disputeId: `dp-${step.dispute}`, amount, status };
      return void (await maybe((step.isRestated ? restateDispute : trackDispute)(ctx, input)));
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
    case "prefer":
      return prefer(world, step.priority);
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

async function lead(world: World, step: Extract<Step, { do: "lead" }>, alone: boolean): Promise<void> {
  const input = {
    clickId: await clickOf(world, step.member),
    discountCode: await codeOf(world, step.code),
    eventName: `Lead ${step.name}`,
    customerExternalId: `cus-${step.customer}`,
    eventQuantity: step.quantity,
    mode: step.deferred ? ("deferred" as const) : ("wait" as const),
  };
  const work = () => maybe(trackLead(world.ctx, input));
  await (alone ? bindsAsPreferred(world, step, work) : work());
}

async function prefer({ ctx, programId }: World, priority: "code" | "click"): Promise<void> {
  await ctx.db.updateTable("programs").set({ attribution_priority: priority }).where("id", "=", programId).execute();
}

/** The code of a member, made with its first use, while the member may have one. */
async function codeOf({ ctx, members }: World, index: number | null): Promise<string | undefined> {
  if (index === null) return undefined;
  const code = `MEMBER-${index % members.length}`;
  await maybe(ensureDiscountCode(ctx, { partnerId: members[index % members.length]!.partnerId, code }));
  return code;
}

/** A customer of whom nothing was known goes to the link of the click or of the code, whichever the program prefers. */
async function bindsAsPreferred(
  { ctx, members, programId, workspaceId }: World,
  { customer, member, code }: { customer: number; member: number | null; code: number | null },
  work: () => Promise<unknown>,
): Promise<void> {
  const known = () =>
    ctx.db
      .selectFrom("customers")
      .select("link_id")
      .where("workspace_id", "=", workspaceId)
      .where("external_id", "=", `cus-${customer}`)
      .executeTakeFirst();
  const before = await known();
  await work();
  const bound = (await known())?.link_id;
  if (before || !bound || member === null || code === null) return;
  const [byClick, byCode] = [members[member % members.length]!, members[code % members.length]!];
  const { attribution_priority: priority } = await ctx.db
    .selectFrom("programs")
    .select("attribution_priority")
    .where("id", "=", programId)
    .executeTakeFirstOrThrow();
  const { status } = await ctx.db
    .selectFrom("enrollments")
    .select("status")
    .where("id", "=", byCode.enrollmentId)
    .executeTakeFirstOrThrow();
  const isInForce = status === "approved" || status === "archived";
  // A click past its window leaves the customer to the code.
  if (isInForce && priority === "code") expect(bound).toBe(byCode.linkId);
  else expect([byClick.linkId, byCode.linkId]).toContain(bound);
}

async function sale(world: World, step: Extract<Step, { do: "sale" }>, alone: boolean): Promise<void> {
  const { amount, currency } = step;
  const input = {
    clickId: step.member === null ? null : await clickOf(world, step.member),
    discountCode: await codeOf(world, step.code),
    customerExternalId: `cus-${step.customer}`,
    invoiceId: `in-${step.invoice}`,
    amount,
    currency,
  };
  const work = () => maybe(trackSale(world.ctx, input));
  await (alone ? bindsAsPreferred(world, step, work) : work());
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
