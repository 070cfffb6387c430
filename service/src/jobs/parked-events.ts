import type { Context } from "../domain/context.ts";
import { repeatEvent } from "../domain/integrations/take-event.ts";
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
  const errors: unknown[] = [];
  for (const event of due) {
    await repeatEvent({ ...ctx, workspaceId: event.workspaceId }, event, false).catch((error: unknown) =>
      errors.push(error),
    );
  }
  if (errors.length > 0) throw errors[0];
  return due.length;
}
