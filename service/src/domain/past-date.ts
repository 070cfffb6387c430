import { ReferralsError } from "referrals-embed/contract";
import type { Context } from "./context.ts";

/** How far a caller's clock may be ahead of ours before its "now" counts as the future. */
const clockSkewMs = 60_000;

/** A moment of the past. @throws unprocessable_entity for the future */
export function pastDate(ctx: Context, text: string, field: string): Date {
  const at = new Date(text);
  if (at.getTime() > ctx.clock.now()) throw inFuture(field);
  return at;
}

/**
 * A past moment, or now: a caller's clock that is slightly ahead counts as now.
 * @throws unprocessable_entity for the future, with the reason
 */
export function pastOrPresent(ctx: Context, at: Date, { field, why }: { field: string; why?: string }): Date {
  const now = ctx.clock.now();
  if (at.getTime() > now + clockSkewMs) throw inFuture(field, why);
  return new Date(Math.min(at.getTime(), now));
}

function inFuture(field: string, why?: string): ReferralsError {
  const reason = why === undefined ? "" : `: ${why}`;
  return new ReferralsError("unprocessable_entity", `custom: ${field}: must not be in the future${reason}`);
}
