import { findDefaultProgram } from "../../store/queries/tracking/tracking.ts";
import type { Context } from "../context.ts";
import type { TrackingProgram } from "../../store/schema/facts.ts";

/** Settings for tracking links in a workspace without a program. */
export const programDefaults: TrackingProgram = {
  id: null,
  currency: "usd",
  attribution_model: "last",
  attribution_window_days: 90,
  attribution_priority: "code",
  self_referral: "hold",
  holding_period_days: 30,
  min_payout_amount: 0,
};

/** The workspace's program, or the defaults. */
export async function loadProgram(ctx: Context): Promise<TrackingProgram> {
  return (await findDefaultProgram(ctx.db, ctx.workspaceId)) ?? programDefaults;
}
