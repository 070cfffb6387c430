import { signCustomData } from "referrals-embed/server";
import { ReferralsError } from "referrals-embed/contract";
import type { Context } from "../../../src/domain/context.ts";
import { reissuePayout } from "../../../src/domain/payouts/reissue-payout.ts";
import { erasePartner } from "../../../src/domain/partners/erase-partner.ts";
import { rebindCustomer } from "../../../src/domain/tracking/rebind-customer.ts";
import { trackDispute } from "../../../src/domain/tracking/track-dispute.ts";
import { settleClickRewards } from "../../../src/jobs/click-rewards.ts";
import { retryParkedEvents } from "../../../src/jobs/parked-events.ts";
import { dayMs } from "../../harness.ts";
import { storeClick } from "../../tracking/stored-click.ts";
import type { SaleRow } from "./bring.ts";
import { eventOf } from "./events.ts";
import { bodyOf, type Member, type Stage } from "./stage.ts";
import type { Step } from "./story.ts";

/** What a step's indexes stand for in the service. */
export interface Targets {
  line(index: number): Promise<string | undefined> | string | undefined;
  payout(index: number): Promise<string | undefined> | string | undefined;
  invoice(index: number): Promise<string> | string;
  /** The row of an import; null for none. */
  row(step: Extract<Step, { do: "import" | "import again" }>): ImportRow | null;
}

export type ImportRow = Omit<SaleRow, "partner"> & { partner: { index: number } };

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** Does a step with the service. Answers "ok", an import's outcome, or the status of the refusal. */
export async function send(stage: Stage, step: Step, targets: Targets): Promise<string | number> {
  const { status, body } = await answerOf(stage, step, targets);
  stage.said = body?.error?.message ?? body?.[0]?.error?.message ?? "";
  if (status >= 500) throw new Error(`${step.do} answered ${status}: ${JSON.stringify(stage.service.logged.at(-1))}`);
  if (status >= 300) return status;
  return step.do === "import" || step.do === "import again" ? (body?.[0]?.outcome ?? "ok") : "ok";
}

type Answer = { status: number; body?: any };

async function answerOf(stage: Stage, step: Step, targets: Targets): Promise<Answer> {
  const { call, members, service, ctx } = stage;
  const member = (index: number): Member => at(members, index);
  switch (step.do) {
    case "click":
      return done(click(stage, member(step.partner)));
    case "lead":
      return call("POST", "/track/lead", {
        clickId: member(step.click).clickId,
        discountCode: await codeOf(stage, step.code),
        eventName: `lead-${step.name}`,
        customerExternalId: `cus-${step.customer}`,
        eventQuantity: step.quantity,
        mode: step.deferred ? "deferred" : "wait",
      });
    case "sale":
      return call("POST", "/track/sale", {
        clickId: step.click === null ? null : member(step.click).clickId,
        discountCode: await codeOf(stage, step.code),
        customerExternalId: `cus-${step.customer}`,
        invoiceId: `in-${step.invoice}`,
        amount: step.amount,
        currency: step.currency,
      });
    case "refund":
      return call("POST", "/track/refund", {
        invoiceId: await targets.invoice(step.sale),
        refundId: `re-${step.refund}`,
        ...(step.amount !== null && { amount: step.amount }),
      });
    case "dispute": {
      const invoiceId = await targets.invoice(step.sale);
      const { amount, status } = step;
      return done(trackDispute(ctx, { disputeId: `dp-${invoiceId}-${step.dispute}`, invoiceId, amount, status }));
    }
    case "tell":
      return tell(stage, step);
    case "status": {
      const reason = step.operation === "ban" && { reason: "fraud" };
      return call("POST", `/partners/${step.operation}`, { partnerId: member(step.partner).partnerId, ...reason });
    }
    case "erase":
      return done(erasePartner(ctx, { partnerId: member(step.partner).partnerId }, { forfeit: step.forfeit }));
    case "forget":
      return call("DELETE", `/customers/ext_cus-${step.customer}`);
    case "decide":
    case "correct": {
      const id = await targets.line(step.line);
      const body = step.do === "decide" ? { status: step.status } : { earnings: step.earnings };
      return id ? call("PATCH", `/commissions/${id}`, body) : { status: 200 };
    }
    case "custom":
      return call("POST", "/commissions", { partnerId: member(step.partner).partnerId, amount: step.amount });
    case "run": {
      const cutoff = new Date(service.clock.now() - step.daysAgo * dayMs).toISOString();
      if (step.partner === null) return call("POST", "/payouts/run", { cutoff });
      return call("POST", "/payouts", { partnerId: member(step.partner).partnerId });
    }
    case "payout":
    case "reissue": {
      const id = await targets.payout(step.payout);
      if (!id) return { status: 200 };
      if (step.do === "reissue") return done(reissuePayout(ctx, id, "it came back"));
      return call("PATCH", `/payouts/${id}`, {
        status: step.status,
        ...(step.reference && { reference: step.reference }),
      });
    }
    case "export":
      return call("POST", "/payouts/export", {});
    case "import":
    case "import again": {
      const row = targets.row(step);
      return row ? call("POST", "/commissions/bulk", [itemOf(stage, row)]) : { status: 200 };
    }
    case "rebind": {
      const { linkId } = member(step.partner);
      return done(rebindCustomer(ctx, `ext_cus-${step.customer}`, { linkId, reason: "by hand" }));
    }
    case "rate": {
      const validFrom = step.isNew && { validFrom: new Date(service.clock.now()).toISOString() };
      return call("POST", "/exchange-rates", { currency: step.currency, rate: `${step.rate}`, ...validFrom });
    }
    case "group": {
      const groupId = at(stage.groupIds, step.group);
      return call("PATCH", `/partners/${member(step.partner).partnerId}`, { groupId });
    }
    case "reward":
    case "terms":
      return reward(stage, step);
    case "program":
      return call("PATCH", "/program", {
        holdingPeriodDays: step.holdingDays,
        minPayoutAmount: step.minimum,
        attributionPriority: step.priority,
      });
    case "settle":
      return done(settleClickRewards(ctx));
    case "wait":
      service.clock.advance(step.days * dayMs);
      return done(retryParked(ctx));
  }
}

const statuses: Record<string, number> = { not_found: 404, conflict: 409, unprocessable_entity: 422, forbidden: 403 };

/** What only a command or a job does. */
async function done(work: Promise<unknown>): Promise<Answer> {
  try {
    return { status: 200, body: await work };
  } catch (error) {
    if (error instanceof ReferralsError) return { status: statuses[error.code] ?? 500, body: { error } };
    throw error;
  }
}

async function click({ service, ctx }: Stage, member: Member): Promise<void> {
  const { linkId, enrollmentId } = member;
  const { click_reward_id: clickRewardId } = await ctx.db
    .selectFrom("enrollments")
    .select("click_reward_id")
    .where("id", "=", enrollmentId)
    .executeTakeFirstOrThrow();
  member.clickId = await storeClick(service, linkId, { clickRewardId });
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

/** The code of a member, made when it is first used. */
async function codeOf({ call, members }: Stage, index: number | null): Promise<string | null> {
  if (index === null) return null;
  const code = `MEMBER-${index % members.length}`;
  await call("POST", "/discount-codes", { partnerId: at(members, index).partnerId, code });
  return code;
}

async function reward(
  { call, groupIds, ctx }: Stage,
  step: Extract<Step, { do: "reward" | "terms" }>,
): Promise<Answer> {
  const groupId = at(groupIds, step.group);
  if (step.do === "reward") {
    const made = step.terms && (await call("POST", "/rewards", bodyOf(step.event, step.terms)));
    return call("PATCH", `/groups/${groupId}`, { [`${step.event}RewardId`]: made?.body.id ?? null });
  }
  const group = await ctx.db.selectFrom("groups").selectAll().where("id", "=", groupId).executeTakeFirstOrThrow();
  const id = group[`${step.event}_reward_id`];
  return id === null ? { status: 200 } : call("PATCH", `/rewards/${id}`, bodyOf(step.event, step.terms));
}

function itemOf({ members }: Stage, row: ImportRow): object {
  return {
    invoiceId: row.invoice,
    customer: { externalId: row.customer },
    partnerId: at(members, row.partner.index).partnerId,
    amount: row.amount,
    currency: row.currency,
    earnings: row.earnings,
    date: new Date(row.date).toISOString(),
    status: row.status,
    ...(row.reference !== null && { payoutReference: row.reference }),
  };
}

async function tell(stage: Stage, step: Extract<Step, { do: "tell" }>): Promise<Answer> {
  const payment = at(stage.payments, step.payment);
  const fact = at(payment.facts, step.fact);
  const integration = stage.integrations[payment.provider === "stripe invoice" ? "stripe" : payment.provider];
  if (!integration) throw new Error(`There is no integration of ${payment.provider}.`);
  let event = stage.sent.get(fact);
  if (!event) {
    const { clickId } = at(stage.members, payment.click);
    const customerExternalId = `cus-${payment.customer}`;
    const now = stage.service.clock.now();
    const signed = await signCustomData({ apiKey: stage.apiKey, clickId, customerExternalId, now });
    event = eventOf(payment, fact, { customerExternalId, click: clickId, signed });
    stage.sent.set(fact, event);
  }
  const answer = await integration.post(event);
  await retryParked(stage.ctx);
  return answer;
}

async function retryParked(ctx: Context): Promise<void> {
  while ((await retryParkedEvents(ctx)) > 0);
}
