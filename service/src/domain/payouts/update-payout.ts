import { ReferralsError, type Payout, type PayoutPatch, type PayoutStatus } from "referrals-embed/contract";
import { idsOfPayout, readCommissions } from "../../store/queries/money/commissions.ts";
import { findPayoutEnrollment, lockPayout, nextPayoutNumber } from "../../store/queries/money/payouts.ts";
import { lockEnrollments } from "../../store/queries/tracking/tracking.ts";
import { writeCommissions } from "../ledger/write-commissions.ts";
import { now, type Context } from "../context.ts";
import { slicesOf } from "../../slices-of.ts";
import { inTransaction } from "../transaction.ts";
import { mailPayout } from "./mail-payout.ts";
import { confirmedDestination } from "./confirm-payout.ts";
import { releaseRows } from "../ledger/release-rows.ts";
import { settleSources } from "../ledger/settle-sources.ts";
import { payoutById, writePayout } from "../ledger/write-payout.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import type { PayoutRow } from "../../store/schema/money.ts";

/** The statuses from which a payout may reach a status: any earlier one, because few operators report every step. */
const sources: Record<PayoutPatch["status"], readonly PayoutStatus[]> = {
  processing: ["pending"],
  processed: ["pending", "processing"],
  sent: ["pending", "processing", "processed"],
  completed: ["pending", "processing", "processed", "sent"],
  failed: ["processing", "processed", "sent"],
  canceled: ["pending", "processing", "processed"],
};

/** How many families are settled at once: those of 100,000 rows would hold the event loop. */
const SETTLED_AT_ONCE = 500;

/**
 * Moves a payout on, by one step or several; leaving `pending` confirms it. The same mark again is success without effect.
 * @throws conflict for a status that is not ahead, another reference, or missing data for a confirmation
 */
export function updatePayout(ctx: Context, id: string, patch: PayoutPatch): Promise<Payout> {
  return inTransaction(ctx, async (ctx) => {
    const { payout, enrollment } = await holdPayout(ctx, id);
    checkReference(payout, patch);
    if (payout.status !== patch.status) {
      await step(ctx, payout, { enrollment, patch });
      await mailPayout(ctx, payout, patch);
    }
    return payoutById(ctx, id);
  });
}

async function step(
  ctx: Context,
  payout: PayoutRow,
  { enrollment, patch }: { enrollment: EnrollmentRow; patch: PayoutPatch },
): Promise<void> {
  const { status } = patch;
  if (!sources[status].includes(payout.status)) {
    const next = Object.keys(sources).filter((to) => sources[to as keyof typeof sources].includes(payout.status));
    const ways = next.length > 0 ? `it can become ${next.join(", ")}` : "that is final";
    throw new ReferralsError("conflict", `The payout ${payout.id} is ${payout.status}; ${ways}.`);
  }
  if (payout.status === "pending" && enrollment.money_move) {
    const why = "still takes in the partner's commissions, which are very many; nothing was changed";
    throw new ReferralsError("conflict", `The payout ${payout.id} ${why}. Repeat the call in a minute.`);
  }
  // An erased partner's destination was kept only for this payout.
  const over = ["completed", "failed", "canceled"].includes(status);
  const erased = over && enrollment.removed_at !== null ? { destination: null, bank: null } : undefined;
  const cause = { operation: `payout.${status}`, reason: patch.failureReason ?? null };
  const reference = patch.reference ?? payout.reference;
  if (status === "failed" || status === "canceled") {
    const families = await releaseRows(ctx, payout.id, { enrollment, cause });
    const to = { status, reference, failure_reason: patch.failureReason ?? null, ...erased };
    await writePayout(ctx, payout, { to, cause });
    const enrollments = new Map([[enrollment.id, enrollment]]);
    for (const ids of slicesOf(families, SETTLED_AT_ONCE)) await settleSources(ctx, { ids }, { enrollments, cause });
    return;
  }
  const confirmed =
    payout.status === "pending"
      ? {
          ...(await confirmedDestination(ctx, payout, enrollment)),
          number: await nextPayoutNumber(ctx.db, payout.program_id),
          initiated_at: now(ctx),
        }
      : undefined;
  if (status === "completed") await payRows(ctx, payout, cause);
  const paid = status === "completed" ? { paid_at: now(ctx) } : undefined;
  return writePayout(ctx, payout, { to: { status, ...confirmed, reference, ...paid, ...erased }, cause });
}

/** The transaction that completes a payout also sets its rows to paid. */
async function payRows(ctx: Context, payout: PayoutRow, cause: { operation: string }): Promise<void> {
  for await (const rows of readCommissions(ctx.db, await idsOfPayout(ctx.db, payout.id))) {
    const changes = rows.map((row) => ({ row, to: { status: "paid" as const, paidAt: now(ctx) } }));
    await writeCommissions(ctx, changes, cause);
  }
}

function checkReference({ id, reference, status }: PayoutRow, patch: PayoutPatch): void {
  if (patch.reference === undefined || patch.reference === reference) return;
  // A step may bring the first reference; repeating the same status with a new reference is a different mark.
  if (reference === null && patch.status !== status) return;
  throw new ReferralsError("conflict", `The payout ${id} is ${status} with ${reference ?? "no reference"} already.`);
}

/** Locks a payout of this workspace and its enrollment, the enrollment first: one order everywhere prevents deadlocks. */
async function holdPayout(ctx: Context, id: string): Promise<{ payout: PayoutRow; enrollment: EnrollmentRow }> {
  const enrollmentId = await findPayoutEnrollment(ctx.db, ctx.workspaceId, id);
  if (enrollmentId === undefined) throw new ReferralsError("not_found", `There is no payout ${id}.`);
  const enrollment = (await lockEnrollments(ctx.db, [enrollmentId])).get(enrollmentId);
  const payout = await lockPayout(ctx.db, id);
  if (!enrollment || !payout) throw new ReferralsError("not_found", `There is no payout ${id}.`);
  return { payout, enrollment };
}
