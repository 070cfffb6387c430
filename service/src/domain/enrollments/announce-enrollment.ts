import { partnerRecord } from "../programs/partner-record.ts";
import type { Context } from "../context.ts";
import { emit } from "../outbox.ts";

/** Announces the first approval of an enrollment. */
export async function announceEnrollment(ctx: Context, enrollmentId: string): Promise<void> {
  await emit(ctx, "partner.enrolled", await partnerRecord(ctx, enrollmentId));
}
