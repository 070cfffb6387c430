import { ReferralsError } from "referrals-embed/contract";
import type { Context } from "../context.ts";

/** A moment of the past. @throws unprocessable_entity for the future */
export function pastDate(ctx: Context, text: string, field: string): Date {
  const at = new Date(text);
  if (at.getTime() <= ctx.clock.now()) return at;
  throw new ReferralsError("unprocessable_entity", `custom: ${field}: must not be in the future`);
}
