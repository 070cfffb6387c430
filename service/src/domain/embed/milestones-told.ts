import type { Milestone, MilestonesTold } from "referrals-embed/contract";
import { withTold } from "referrals-embed/rules";
import { lockEnrollment, setMilestones } from "../../store/queries/partners/enrollments.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../transaction.ts";
import { openView, type EmbedSession } from "./session.ts";

/**
 * Adds to the milestones that the partner has seen announced; milestones the program does not have are left out.
 * @throws ReferralsError 403
 */
export async function setMilestonesTold(
  ctx: Context,
  session: EmbedSession,
  milestones: readonly Milestone[],
): Promise<MilestonesTold> {
  const { settings } = await openView(ctx, session, { least: "full" });
  return inTransaction(ctx, async ({ db }) => {
    const { milestones_told: before } = await lockEnrollment(db, session.enrollmentId);
    const told = withTold(settings.milestones, before, milestones);
    await setMilestones(db, session.enrollmentId, told);
    return { milestones: told };
  });
}
