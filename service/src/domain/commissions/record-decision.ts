import type { RewardEvent } from "referrals-embed/contract";
import { now, type Context } from "../context.ts";
import type { DecisionCode } from "./judge.ts";

/** Why an event earned what it did, or nothing (C25). */
export interface Decision {
  eventId: string;
  rewardEvent: RewardEvent;
  enrollmentId: string | null;
  commissionId: string | null;
  outcome: "created" | "held" | "none";
  code: DecisionCode;
  figures: Record<string, unknown>;
}

/** Stores the one decision of an event and reward event; a repeat keeps the first. */
export async function recordDecision(ctx: Context, decision: Decision): Promise<void> {
  await ctx.db
    .insertInto("decisions")
    .values({
      id: ctx.ids.next("dec"),
      event_id: decision.eventId,
      reward_event: decision.rewardEvent,
      enrollment_id: decision.enrollmentId,
      commission_id: decision.commissionId,
      outcome: decision.outcome,
      code: decision.code,
      figures: JSON.stringify(decision.figures),
      at: now(ctx),
    })
    .onConflict((conflict) => conflict.columns(["event_id", "reward_event"]).doNothing())
    .execute();
}
