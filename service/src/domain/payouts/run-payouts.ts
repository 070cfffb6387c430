import { payableRows, readCommissions } from "../../store/queries/money/commissions.ts";
import { enrollmentsToPay, findOpenPayout, insertPayout } from "../../store/queries/money/payouts.ts";
import { lockEnrollments } from "../../store/queries/tracking/tracking.ts";
import type { TrackingProgram } from "../../store/schema/facts.ts";
import { audit } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { writeCommissions } from "../ledger/write-commissions.ts";
import { lockAhead } from "../lock-ahead.ts";
import { announcePayout, writePayout } from "../ledger/write-payout.ts";
import { loadProgram } from "../programs/load-program.ts";
import { pastOrPresent } from "../past-date.ts";
import { decideCollection } from "../rules/collect-payout.ts";
import { inTransaction } from "../transaction.ts";

const refundable =
  "a commission is not paid before its holding period is over, for its sale may be refunded until then";

/**
 * Collects the commissions payable at a cut-off for every enrollment of the program; each enrollment commits alone.
 * @returns the ids of the payouts it made or changed
 * @throws unprocessable_entity for a cut-off in the future
 */
export async function runPayouts(ctx: Context, asked: Date = now(ctx)): Promise<string[]> {
  const cutoff = pastOrPresent(ctx, asked, { field: "cutoff", why: refundable });
  const program = await loadProgram(ctx);
  if (program.id === null) return [];
  const ids: string[] = [];
  const toPay = await enrollmentsToPay(ctx.db, program.id, cutoff);
  await lockAhead(ctx, async () => toPay);
  for (const enrollmentId of toPay) {
    const payout = await inTransaction(ctx, (ctx) => collect(ctx, program, { enrollmentId, cutoff }));
    if (payout?.changed) ids.push(payout.id);
  }
  return ids;
}

/**
 * Collects an enrollment's pending commissions payable at the cut-off into its open payout, or a new one. Below the
 * minimum, or at 0 and below, the rows wait; repeating a run changes nothing.
 * @returns the open payout, if there is one after the run
 */
export function collectPayout(
  ctx: Context,
  enrollmentId: string,
  cutoff: Date,
): Promise<{ id: string; changed: boolean } | null> {
  return inTransaction(ctx, async (ctx) => collect(ctx, await loadProgram(ctx), { enrollmentId, cutoff }));
}

/** The same in a running transaction: loads the open payout and the payable commissions, decides, and writes. */
export async function collect(
  ctx: Context,
  program: TrackingProgram,
  { enrollmentId, cutoff }: { enrollmentId: string; cutoff: Date },
): Promise<{ id: string; changed: boolean } | null> {
  const enrollment = (await lockEnrollments(ctx.db, [enrollmentId])).get(enrollmentId);
  if (!enrollment) return null;
  const open = await findOpenPayout(ctx.db, enrollmentId);
  const payable = await payableRows(ctx.db, enrollmentId, cutoff);
  const minPayoutAmount = program.min_payout_amount;
  const collected = decideCollection({ enrollment, minPayoutAmount, open, payable });
  if (!collected) return open ? { id: open.id, changed: false } : null;
  const { amount, periodStart } = collected;
  const operation = "payout.collect";
  const id = open?.id ?? ctx.ids.next("po");
  if (!open) {
    await insertPayout(ctx.db, {
      id,
      workspace_id: enrollment.workspace_id,
      program_id: enrollment.program_id,
      enrollment_id: enrollment.id,
      partner_id: enrollment.partner_id,
      status: "pending",
      amount,
      currency: program.currency,
      period_start: periodStart,
      period_end: cutoff,
      created_at: now(ctx),
      updated_at: now(ctx),
    });
    await audit(ctx, { operation, entity: "payout", entityId: id, to: "pending" });
  }
  const ids = payable.map((row) => row.id);
  for await (const rows of readCommissions(ctx.db, ids)) {
    const changes = rows.map((row) => ({ row, to: { status: "processed" as const, payoutId: id } }));
    await writeCommissions(ctx, changes, { operation, reason: id });
  }
  if (open)
    await writePayout(ctx, open, {
      to: { amount, period_start: periodStart, period_end: cutoff },
      cause: { operation },
    });
  else await announcePayout(ctx, "payout.created", id);
  return { id, changed: true };
}
