import type { Context } from "../domain/context.ts";
import { tryEach } from "../domain/try-each.ts";
import {
  forgetDeliveries,
  forgetDeliveriesOfNone,
  forgetEmbedTokens,
  forgetEmbedVisitors,
  forgetIdempotencyKeys,
  forgetIntegrationDeliveries,
  forgetIntegrationNotes,
  forgetMails,
  forgetOutboxEvents,
  forgetRateLeases,
  forgetRewardAddresses,
  forgetSignIns,
  forgetVisitorWindows,
} from "../store/queries/operation/upkeep.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const monthMs = 30 * dayMs;
const dateOf = (at: Date): string => at.toISOString().slice(0, 10);

/**
 * One round of forgetting:
 * - idempotency keys after their 24 hours;
 * - embed tokens a month after they expired, so that until then their refusal says `expired` and not `unknown`;
 * - sign-in links and sessions of partners and people, and unconfirmed applications, at their end;
 * - mails, and what became of them, after 90 days;
 * - visitors of the embed, and addresses of rewarded clicks, when their salt is gone;
 * - leases of limits when they are over;
 * - hours of visitors an hour after their end, when all their clicks are stored;
 * - events of payment providers after 30 days, and notes about a payment's refunds after two years;
 * - deliveries of deleted webhooks; those of others after 30 days, including undelivered ones of a disabled webhook; and their events.
 * A kind of row that cannot be deleted keeps no other from being forgotten.
 * @returns the number of deleted rows
 * @throws the first error, once each kind was tried
 */
export async function forgetExpired(ctx: Context): Promise<number> {
  const { db } = ctx;
  const at = ctx.clock.now();
  const ago = (ms: number): Date => new Date(at - ms);
  let count = 0;
  const kinds: readonly (() => Promise<number>)[] = [
    () => forgetIdempotencyKeys(db, ago(dayMs)),
    () => forgetEmbedVisitors(db, ago(2 * dayMs)),
    () => forgetRewardAddresses(db, dateOf(ago(2 * dayMs))),
    () => forgetRateLeases(db, ago(0)),
    () => forgetVisitorWindows(db, ago(2 * hourMs)),
    () => forgetSignIns(db, ago(0)),
    () => forgetMails(db, ago(90 * dayMs)),
    () => forgetEmbedTokens(db, ago(monthMs)),
    () => forgetDeliveriesOfNone(db),
    () => forgetDeliveries(db, ago(monthMs)),
    // Once their deliveries are gone.
    () => forgetOutboxEvents(db, ago(monthMs)),
    () => forgetIntegrationDeliveries(db, ago(monthMs)),
    () => forgetIntegrationNotes(db, ago(730 * dayMs)),
  ];
  await tryEach(kinds, async (forget) => {
    count += await forget();
  });
  return count;
}
