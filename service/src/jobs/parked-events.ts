import type { Context } from "../domain/context.ts";
import { repeatEvent } from "../domain/integrations/take-event.ts";
import { tryEach } from "../domain/try-each.ts";
import { leaseParkedEvents } from "../store/queries/tracking/integrations.ts";

const batch = 20;

/** Longer than a round takes: after it, another replica can take the events of one that died. */
const leaseMs = 60_000;

/**
 * One round: retries due parked events of payment providers. An event that fails by our fault stays for later and does not block the
 * others.
 * @returns how many were due
 */
export async function retryParkedEvents(ctx: Context): Promise<number> {
  const at = ctx.clock.now();
  const due = await leaseParkedEvents(ctx.db, { now: new Date(at), leaseEnd: new Date(at + leaseMs), limit: batch });
  await tryEach(due, (event) => repeatEvent({ ...ctx, workspaceId: event.workspaceId }, event, false));
  return due.length;
}
