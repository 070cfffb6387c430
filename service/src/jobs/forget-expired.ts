import type { Context } from "../domain/context.ts";
import {
  forgetEmbedTokens,
  forgetEmbedVisitors,
  forgetIdempotencyKeys,
  forgetRateLeases,
} from "../store/queries/upkeep.ts";

const dayMs = 86_400_000;

/**
 * One round of forgetting: idempotency keys after their 24 hours; embed tokens a month after they expired, so that until then their
 * refusal says `expired` and not `unknown`; visitors of the embed when their salt is gone (A4); leases of limits when they are over.
 * @returns how many rows went
 */
export async function forgetExpired(ctx: Context): Promise<number> {
  const at = ctx.clock.now();
  const keys = await forgetIdempotencyKeys(ctx.db, new Date(at - dayMs));
  const visitors = await forgetEmbedVisitors(ctx.db, new Date(at - 2 * dayMs));
  const leases = await forgetRateLeases(ctx.db, new Date(at));
  return keys + visitors + leases + (await forgetEmbedTokens(ctx.db, new Date(at - 30 * dayMs)));
}
