import { findDefaultProgram, type ProgramRow } from "../../store/queries/tracking.ts";
import type { Context } from "../context.ts";

/** What tracking needs of a program; a workspace without one tracks its links by the defaults (G2). */
export type TrackingProgram = Pick<
  ProgramRow,
  | "currency"
  | "attribution_model"
  | "attribution_window_days"
  | "self_referral"
  | "holding_period_days"
  | "min_payout_amount"
> & { id: string | null };

const defaults: TrackingProgram = {
  id: null,
  currency: "usd",
  attribution_model: "last",
  attribution_window_days: 90,
  self_referral: "hold",
  holding_period_days: 30,
  min_payout_amount: 0,
};

/** The workspace's program (G1), or the defaults of one. */
export async function loadProgram(ctx: Context): Promise<TrackingProgram> {
  return (await findDefaultProgram(ctx.db, ctx.workspaceId)) ?? defaults;
}
