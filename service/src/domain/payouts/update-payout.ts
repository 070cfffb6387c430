import { ReferralsError, type Payout, type PayoutPatch, type PayoutStatus } from "referrals-embed/contract";
import { findPayoutEnrollment, lockPayout, nextPayoutNumber } from "../../store/queries/money/payouts.ts";
import { lockEnrollments } from "../../store/queries/tracking/tracking.ts";
import { now, type Context } from "../context.ts";
import { inTransaction } from "../transaction.ts";
import { mailPayout } from "./mail-payout.ts";
import { confirmedDestination } from "./confirm-payout.ts";
import { payRows, settleReleased } from "./follow-payout.ts";
import { moveAfterwards } from "./move-money.ts";
import { areComingBack } from "./run-payouts.ts";
import { releaseRows } from "../ledger/release-rows.ts";
import { payoutById, writePayout } from "../ledger/write-payout.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import type { PayoutRow } from "../../store/schema/money.ts";

/** The statuses from which a payout may reach a status: any earlier one, because few operators report every step. */
/** How a payout moves on. */
export interface PayoutMove extends PayoutPatch {
  /** What it was seen to pay, where it is confirmed. */
  seenAmount?: number | undefined;
}

const sources: Record<PayoutPatch["status"], readonly PayoutStatus[]> = {
  processing: ["pending"],
  processed: ["pending", "processing"],
  sent: ["pending", "processing", "processed"],
  completed: ["pending", "processing", "processed", "sent"],
  failed: ["processing", "processed", "sent"],
  canceled: ["pending", "processing", "processed"],
};

/**
 * Moves a payout on, by one step or several; leaving `pending` confirms it. The same mark again is success without effect.
 * Of many rows a portion follows in its transaction, the others after it.
 * @throws conflict for a status that is not ahead, another reference, or missing data for a confirmation
 */
export function updatePayout(ctx: Context, id: string, patch: PayoutMove): Promise<Payout> {
  return inTransaction(ctx, async (ctx) => {
    const held = await holdPayout(ctx, id);
    checkReference(held.payout, patch);
    if (held.payout.status !== patch.status) await move(ctx, held, patch);
    return payoutById(ctx, id);
  });
}

/**
 * Marks a confirmed payout as handed over, once: of two who do so at the same moment, the second is refused.
 * @param options.isReplay whether the same call has handed it over before
 * @throws conflict when it was handed over before
 */
export function handOverOnce(ctx: Context, id: string, { isReplay }: { isReplay: boolean }): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const held = await holdPayout(ctx, id);
    const { status } = held.payout;
    if (status === "processing") return move(ctx, held, { status: "processed" });
    if (status === "processed" && isReplay) return;
    const why = status === "processed" ? "stands in a file already" : `is ${status} by now`;
    throw new ReferralsError("conflict", `The payout ${id} ${why}; nothing was exported. Read the payouts again.`);
  });
}

async function move(ctx: Context, { payout, enrollment }: HeldPayout, patch: PayoutMove): Promise<void> {
  const isMore = await step(ctx, payout, { enrollment, patch });
  if (isMore) moveAfterwards(ctx, enrollment.id);
  await mailPayout(ctx, payout, patch);
}

interface HeldPayout {
  payout: PayoutRow;
  enrollment: EnrollmentRow;
}

/** @returns whether more rows have still to follow */
async function step(
  ctx: Context,
  payout: PayoutRow,
  { enrollment, patch }: { enrollment: EnrollmentRow; patch: PayoutMove },
): Promise<boolean> {
  const { status, seenAmount } = patch;
  if (!sources[status].includes(payout.status)) {
    const next = Object.keys(sources).filter((to) => sources[to as keyof typeof sources].includes(payout.status));
    const ways = next.length > 0 ? `it can become ${next.join(", ")}` : "that is final";
    throw new ReferralsError("conflict", `The payout ${payout.id} is ${payout.status}; ${ways}.`);
  }
  if (seenAmount !== undefined && payout.amount !== seenAmount)
    throw new ReferralsError(
      "conflict",
      `The payout ${payout.id} pays another amount by now. Read it again, then confirm it.`,
    );
  if (payout.status === "pending") checkWhole(payout, enrollment);
  // An erased partner's destination was kept only for this payout.
  const over = ["completed", "failed", "canceled"].includes(status);
  const erased = over && enrollment.removed_at !== null ? { destination: null, bank: null } : undefined;
  const cause = { operation: `payout.${status}`, reason: patch.failureReason ?? null };
  const reference = patch.reference ?? payout.reference;
  if (status === "failed" || status === "canceled") {
    const { families, isMore } = await releaseRows(ctx, payout.id, { enrollment, cause });
    const to = { status, reference, failure_reason: patch.failureReason ?? null, ...erased };
    await writePayout(ctx, payout, { to, cause });
    await settleReleased(ctx, families, { enrollment, cause });
    return isMore;
  }
  const confirmed =
    payout.status === "pending"
      ? {
          ...(await confirmedDestination(ctx, payout, enrollment)),
          number: await nextPayoutNumber(ctx.db, payout.program_id),
          initiated_at: now(ctx),
        }
      : undefined;
  const paid = status === "completed" ? { paid_at: now(ctx) } : undefined;
  const isMore = paid ? await payRows(ctx, { ...payout, ...paid }, cause) : false;
  await writePayout(ctx, payout, { to: { status, ...confirmed, reference, ...paid, ...erased }, cause });
  return isMore;
}

/** @throws conflict while its amount may still change */
function checkWhole({ id }: PayoutRow, enrollment: EnrollmentRow): void {
  const isGrowing = enrollment.money_move?.cutoff !== undefined;
  if (!isGrowing && !areComingBack(enrollment)) return;
  const why = isGrowing
    ? "still takes in the partner's commissions, which are very many"
    : "waits for the partner's commissions, very many of which have still to leave another payout";
  throw new ReferralsError("conflict", `The payout ${id} ${why}; nothing was changed. Repeat the call in a minute.`);
}

function checkReference({ id, reference, status }: PayoutRow, patch: PayoutPatch): void {
  if (patch.reference === undefined || patch.reference === reference) return;
  // A step may bring the first reference; repeating the same status with a new reference is a different mark.
  if (reference === null && patch.status !== status) return;
  throw new ReferralsError("conflict", `The payout ${id} is ${status} with ${reference ?? "no reference"} already.`);
}

/** Locks a payout of this workspace and its enrollment, the enrollment first: one order everywhere prevents deadlocks. */
async function holdPayout(ctx: Context, id: string): Promise<HeldPayout> {
  const enrollmentId = await findPayoutEnrollment(ctx.db, ctx.workspaceId, id);
  if (enrollmentId === undefined) throw new ReferralsError("not_found", `There is no payout ${id}.`);
  const enrollment = (await lockEnrollments(ctx.db, [enrollmentId])).get(enrollmentId);
  const payout = await lockPayout(ctx.db, id);
  if (!enrollment || !payout) throw new ReferralsError("not_found", `There is no payout ${id}.`);
  return { payout, enrollment };
}
