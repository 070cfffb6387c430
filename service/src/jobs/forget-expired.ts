import type { Context } from "../domain/context.ts";
import {
  forgetDeliveries,
  forgetDeliveriesOfNone,
  forgetEmbedTokens,
  forgetEmbedVisitors,
  forgetIdempotencyKeys,
  forgetIntegrationDeliveries,
  forgetIntegrationNotes,
  forgetOutboxEvents,
  forgetRateLeases,
  forgetRewardAddresses,
  forgetVisitorWindows,
} from "../store/queries/operation/upkeep.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const monthMs = 30 * dayMs;

/**
 * One round of forgetting:
 * - idempotency keys after their 24 hours;
 * - embed tokens a month after they expired, so that until then their refusal says `expired` and not `unknown`;
 * - visitors of the embed, and addresses of rewarded clicks, when their salt is gone;
 * - leases of limits when they are over;
 * - hours of visitors an hour after their end, when all their clicks are stored;
 * - events of payment providers after 30 days, and notes about a payment's refunds after two years;
 * - deliveries of deleted webhooks; those of others after 30 days, including undelivered ones of a disabled webhook; and their events.
 * @returns the number of deleted rows
 */
export async function forgetExpired(ctx: Context): Promise<number> {
  const at = ctx.clock.now();
  const keys = await forgetIdempotencyKeys(ctx.db, new Date(at - dayMs));
  const visitors = await forgetEmbedVisitors(ctx.db, new Date(at - 2 * dayMs));
  const addresses = await forgetRewardAddresses(ctx.db, new Date(at - 2 * dayMs).toISOString().slice(0, 10));
  const leases = await forgetRateLeases(ctx.db, new Date(at));
  const windows = await forgetVisitorWindows(ctx.db, new Date(at - 2 * hourMs));
  const tokens = await forgetEmbedTokens(ctx.db, new Date(at - monthMs));
  const ofNone = await forgetDeliveriesOfNone(ctx.db);
  const deliveries = await forgetDeliveries(ctx.db, new Date(at - monthMs));
  const events = await forgetOutboxEvents(ctx.db, new Date(at - monthMs));
  const received = await forgetIntegrationDeliveries(ctx.db, new Date(at - monthMs));
  const notes = await forgetIntegrationNotes(ctx.db, new Date(at - 730 * dayMs));
  return received + notes + keys + visitors + addresses + leases + windows + tokens + ofNone + deliveries + events;
}
