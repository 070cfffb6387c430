import type { Context } from "../domain/context.ts";
import { forgetEmbedTokens, forgetIdempotencyKeys } from "../store/queries/upkeep.ts";

const dayMs = 86_400_000;

/**
 * One round of forgetting: idempotency keys after their 24 hours; embed tokens a month after they expired, so that until then their
 * refusal says `expired` and not `unknown`.
 * @returns how many rows went
 */
export async function forgetExpired(ctx: Context): Promise<number> {
  const at = ctx.clock.now();
  const keys = await forgetIdempotencyKeys(ctx.db, new Date(at - dayMs));
  return keys + (await forgetEmbedTokens(ctx.db, new Date(at - 30 * dayMs)));
}
