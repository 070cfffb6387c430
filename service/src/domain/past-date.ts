import { ReferralsError } from "referrals-embed/contract";
import type { Context } from "./context.ts";

/** How far a caller's clock may be ahead of ours before its "now" counts as the future. */
const clockSkewMs = 60_000;

/** What is older is a slip, such as 0026 for 2026: analytics over all of the time since would have too many months. */
const EARLIEST = Date.UTC(1970, 0, 1);

/** A moment of the past. @throws unprocessable_entity for the future, and for a time before 1970 */
export function pastDate(ctx: Context, text: string, field: string): Date {
  const at = new Date(text);
  if (at.getTime() < EARLIEST) throw tooEarly(field);
  if (at.getTime() > ctx.clock.now()) throw inFuture(field);
  return at;
}

/**
 * A past moment, or now: a caller's clock that is slightly ahead counts as now.
 * @throws unprocessable_entity for the future, with the reason, and for a time before 1970
 */
export function pastOrPresent(ctx: Context, at: Date, { field, why }: { field: string; why?: string }): Date {
  const now = ctx.clock.now();
  if (at.getTime() < EARLIEST) throw tooEarly(field);
  if (at.getTime() > now + clockSkewMs) throw inFuture(field, why);
  return new Date(Math.min(at.getTime(), now));
}

function tooEarly(field: string): ReferralsError {
  return new ReferralsError("unprocessable_entity", `custom: ${field}: must not be before 1970`);
}

function inFuture(field: string, why?: string): ReferralsError {
  const reason = why === undefined ? "" : `: ${why}`;
  return new ReferralsError("unprocessable_entity", `custom: ${field}: must not be in the future${reason}`);
}
