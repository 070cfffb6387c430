import type { Context } from "../domain/context.ts";
import { repeatEvent } from "../domain/integrations/take-event.ts";
import { leaseParkedEvents } from "../store/queries/tracking/integrations.ts";

const batch = 20;

/** Longer than a round takes: a replica that died gives its events back. */
const leaseMs = 60_000;

/**
 * One round: tries parked events of payment providers again that are due. One that fails on our side stays for later and keeps no other
 * from its turn.
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
