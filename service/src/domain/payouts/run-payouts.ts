import { selectPlaced, type CommissionRow } from "../../store/queries/commissions.ts";
import { enrollmentsToPay, findOpenPayout, type PayoutRow } from "../../store/queries/payouts.ts";
import { lockEnrollments, type EnrollmentRow } from "../../store/queries/tracking.ts";
import { audit } from "../audit.ts";
import { payableStatuses } from "../commissions/statuses.ts";
import { writeCommissions } from "../commissions/write-commissions.ts";
import { now, type Context } from "../context.ts";
import { emit } from "../outbox.ts";
import { loadProgram, type TrackingProgram } from "../tracking/load-program.ts";
import { inTransaction } from "../transaction.ts";
import { payoutById, writePayout } from "./write-payout.ts";

/**
 * Collects what is payable at a cut-off for every enrollment of the program (P7); each enrollment commits alone.
 * @returns the ids of the payouts made or added to
 */
export async function runPayouts(ctx: Context, cutoff: Date = now(ctx)): Promise<string[]> {
  const program = await loadProgram(ctx);
  if (program.id === null) return [];
  const ids: string[] = [];
  for (const enrollmentId of await enrollmentsToPay(ctx.db, program.id, cutoff)) {
    const payout = await collectPayout(ctx, enrollmentId, cutoff);
    if (payout?.changed) ids.push(payout.id);
  }
  return ids;
}

/**
 * Collects an enrollment's pending commissions payable at the cut-off into its open payout, or a new one (P1, P7, P8). Below the
 * minimum, or at 0 and below, the rows wait; repeating a run changes nothing.
 * @returns the open payout, if there is one after the run
 */
export function collectPayout(
  ctx: Context,
  enrollmentId: string,
  cutoff: Date,
): Promise<{ id: string; changed: boolean } | null> {
  return inTransaction(ctx, async (ctx) => {
    const program = await loadProgram(ctx);
    const enrollment = (await lockEnrollments(ctx.db, [enrollmentId])).get(enrollmentId)!;
    const open = await findOpenPayout(ctx.db, enrollmentId);
    const rows = isPayable(enrollment) ? await payableRows(ctx, enrollmentId, cutoff) : [];
    const amount = rows.reduce((sum, row) => sum + row.earnings, open?.amount ?? 0);
    if (rows.length === 0 || amount <= 0 || amount < minimumFor(program, enrollment)) {
      return open ? { id: open.id, changed: false } : null;
    }
    const id = open?.id ?? ctx.ids.next("po");
    const periodStart = oldest(rows, open);
    if (!open) await insertPayout(ctx, program, enrollment, { id, amount, periodStart, periodEnd: cutoff });
    const changes = rows.map((row) => ({ row, to: { status: "processed" as const, payoutId: id } }));
    await writeCommissions(ctx, changes, { operation: "payout.collect", reason: id });
    if (open)
      await writePayout(
        ctx,
        open,
        { amount, period_start: periodStart, period_end: cutoff },
        { operation: "payout.collect" },
      );
    else await emit(ctx, "payout.created", await payoutById(ctx, id));
    return { id, changed: true };
  });
}

/** Whether an enrollment is paid out (N4). */
export function isPayable({ status, removed_at }: Pick<EnrollmentRow, "status" | "removed_at">): boolean {
  return removed_at === null && (payableStatuses as readonly string[]).includes(status);
}

/** The least payout; a deactivated partner is paid what is left (P7, P9). */
export function minimumFor(program: TrackingProgram, { status }: Pick<EnrollmentRow, "status">): number {
  return status === "deactivated" ? 0 : program.min_payout_amount;
}

function payableRows(ctx: Context, enrollmentId: string, cutoff: Date): Promise<CommissionRow[]> {
  return selectPlaced(ctx.db)
    .where("c.enrollment_id", "=", enrollmentId)
    .where("c.status", "=", "pending")
    .where("c.payable_at", "<=", cutoff)
    .execute();
}

function oldest(rows: readonly CommissionRow[], open: PayoutRow | undefined): Date {
  const times = rows.map((row) => row.created_at.getTime());
  return new Date(Math.min(...times, open?.period_start?.getTime() ?? Infinity));
}

async function insertPayout(
  ctx: Context,
  program: TrackingProgram,
  enrollment: EnrollmentRow,
  { id, amount, periodStart, periodEnd }: { id: string; amount: number; periodStart: Date; periodEnd: Date },
): Promise<void> {
  await ctx.db
    .insertInto("payouts")
    .values({
      id,
      workspace_id: enrollment.workspace_id,
      program_id: enrollment.program_id,
      enrollment_id: enrollment.id,
      partner_id: enrollment.partner_id,
      status: "pending",
      amount,
      currency: program.currency,
      period_start: periodStart,
      period_end: periodEnd,
      created_at: now(ctx),
      updated_at: now(ctx),
    })
    .execute();
  await audit(ctx, { operation: "payout.collect", entity: "payout", entityId: id, to: "pending" });
}
