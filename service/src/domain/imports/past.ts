import { ReferralsError } from "referrals-embed/contract";
import type { Context } from "../context.ts";

/** The same context at a moment of the past: what it makes is dated then. @throws unprocessable_entity for the future */
export function pastOf(ctx: Context, at: Date, field: string): Context {
  if (at.getTime() <= ctx.clock.now()) return { ...ctx, clock: { now: () => at.getTime() } };
  throw new ReferralsError("unprocessable_entity", `custom: ${field}: must not be in the future`);
}
