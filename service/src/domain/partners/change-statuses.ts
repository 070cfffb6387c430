import {
  ReferralsError,
  type BannedReason,
  type EnrollmentStatus,
  type RejectionReason,
} from "referrals-embed/contract";
import { findLiveEnrollment } from "../../store/queries/partners/enrollments.ts";
import { approveApplication, rejectApplication } from "../enrollments/review-application.ts";
import type { Context } from "../context.ts";
import { performTransition } from "../enrollments/perform-transition.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { inTransaction } from "../transaction.ts";
import { findEnrollment } from "../programs/find-enrollment.ts";

/** What an admin does to several partners, and why where that must be said. */
export type BulkOperation =
  | { name: "approve" | "unban" | "archive" | "unarchive" | "deactivate" | "reactivate" | "deleteInvite" }
  | { name: "ban"; reason: BannedReason }
  | { name: "reject"; reason?: RejectionReason; note?: string };

/** What became of one partner. */
export interface BulkOutcome {
  partnerId: string;
  /** The status now, `none` when the enrollment is gone; `null` when it was refused. */
  status: EnrollmentStatus | "none" | null;
  /** Whether a row was written: being there already, or being refused, writes none. */
  written: boolean;
  /** Why it was refused. */
  refusal?: string;
}

/** Most partners in one call. */
export const mostAtOnce = 100;

/**
 * Changes the status of several partners of the workspace's program: each is judged and committed alone, and what is reported as
 * written is what was.
 * @throws unprocessable_entity for more than 100
 */
export async function changeStatuses(
  ctx: Context,
  partnerIds: readonly string[],
  operation: BulkOperation,
): Promise<BulkOutcome[]> {
  if (partnerIds.length > mostAtOnce) {
    throw new ReferralsError("unprocessable_entity", `too_big: partnerIds: must be at most ${mostAtOnce}`);
  }
  const outcomes: BulkOutcome[] = [];
  for (const partnerId of partnerIds) outcomes.push(await changeOne(ctx, partnerId, operation));
  return outcomes;
}

async function changeOne(ctx: Context, partnerId: string, operation: BulkOperation): Promise<BulkOutcome> {
  try {
    return await inTransaction(ctx, async (ctx) => {
      const before = await findEnrollment(ctx, { partnerId });
      await perform(ctx, before.id, { partnerId, operation });
      const after = await findLiveEnrollment(ctx.db, (await defaultProgram(ctx)).id, { partnerId });
      return { partnerId, status: after?.status ?? "none", written: after?.version !== before.version };
    });
  } catch (error) {
    if (!(error instanceof ReferralsError) || error.code === "internal_server_error") throw error;
    return { partnerId, status: null, written: false, refusal: error.message };
  }
}

async function perform(
  ctx: Context,
  id: string,
  { partnerId, operation }: { partnerId: string; operation: BulkOperation },
): Promise<void> {
  switch (operation.name) {
    case "approve":
      await approveApplication(ctx, { partnerId });
      return;
    case "reject": {
      const { reason: rejectionReason, note: rejectionNote } = operation;
      await rejectApplication(ctx, { partnerId, rejectionReason, rejectionNote });
      return;
    }
    case "ban":
      await performTransition(ctx, id, { operation: "ban", input: { reason: operation.reason } });
      return;
    default:
      await performTransition(ctx, id, { operation: operation.name });
  }
}
