import { findCommissions, payableMoney } from "../../store/queries/money/commissions.ts";
import { enrollmentsToPay, findOpenPayout, insertPayout } from "../../store/queries/money/payouts.ts";
import { setMoneyMove } from "../../store/queries/partners/enrollments.ts";
import { lockEnrollments } from "../../store/queries/tracking/tracking.ts";
import type { EnrollmentRow, MoneyMove } from "../../store/schema/enrollments.ts";
import type { TrackingProgram } from "../../store/schema/facts.ts";
import { audit } from "../audit.ts";
import { inJobs, now, type Context } from "../context.ts";
import { ROWS_AT_ONCE, writeCommissions } from "../ledger/write-commissions.ts";
import { lockAhead } from "../lock-ahead.ts";
import { announcePayout, writePayout } from "../ledger/write-payout.ts";
import { loadProgram } from "../programs/load-program.ts";
import { pastOrPresent } from "../past-date.ts";
import { decideCollection } from "../rules/collect-payout.ts";
import { forAWhile } from "../portions.ts";
import { ahead, inTransaction } from "../transaction.ts";

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

/** A payout after a run. */
interface Collected {
  id: string;
  changed: boolean;
  /** How many payable commissions are not in it yet. */
  rest: number;
}

/**
 * The same in a running transaction. Many commissions are taken in portions before it, each committed alone; of very many the job takes the
 * rest, so that the answer does not wait for them.
 */
export async function collect(ctx: Context, program: TrackingProgram, of: Collection): Promise<Collected | null> {
  const { workspaceId } = ctx;
  const payout = await collectPortion(ctx, program, of);
  if (payout && payout.rest > 0)
    ahead(ctx, `collect ${of.enrollmentId}`, async (ctx) => {
      const own = { ...inJobs(ctx), workspaceId };
      await forAWhile(ctx, async () => {
        const portion = await inTransaction(own, (ctx) => collectPortion(ctx, program, of));
        // The last portion is taken by the transaction itself.
        return (portion?.rest ?? 0) > ROWS_AT_ONCE;
      });
    });
  return payout;
}

/** Whether commissions have still to follow a ban or its end. */
export function followsStatus({ money_move: move }: Pick<EnrollmentRow, "money_move">): boolean {
  return move !== null && "lifted" in move;
}

/** What an earlier run has begun to collect is collected with the rest. */
function laterOf(asked: Date, move: MoneyMove | null): Date {
  const begun = move && "cutoff" in move ? new Date(move.cutoff) : asked;
  return begun > asked ? begun : asked;
}

/** Whose commissions are collected, payable at which time. */
interface Collection {
  enrollmentId: string;
  cutoff: Date;
}

/**
 * Loads the open payout and the payable commissions, decides about all of them, and writes a portion. The payout is a whole one after each:
 * its amount is the sum of its rows, and it can be confirmed only when all are in it.
 */
export async function collectPortion(
  ctx: Context,
  program: TrackingProgram,
  { enrollmentId, cutoff: asked }: Collection,
): Promise<Collected | null> {
  const enrollment = (await lockEnrollments(ctx.db, [enrollmentId])).get(enrollmentId);
  // Until all came back from a ban, what was taken back of a commission might be missing.
  if (!enrollment || followsStatus(enrollment)) return null;
  const cutoff = laterOf(asked, enrollment.money_move);
  const open = await findOpenPayout(ctx.db, enrollmentId);
  const { all: payable, next } = await payableMoney(ctx.db, enrollmentId, { cutoff, most: ROWS_AT_ONCE });
  const minPayoutAmount = program.min_payout_amount;
  const collected = decideCollection({ enrollment, minPayoutAmount, open, payable });
  const rest = collected && payable ? payable.count - next.length : 0;
  if (rest > 0) await setMoneyMove(ctx.db, enrollmentId, { cutoff: cutoff.toISOString() });
  else if (enrollment.money_move) await setMoneyMove(ctx.db, enrollmentId, null);
  if (!collected) return open ? { id: open.id, changed: false, rest } : null;
  const { periodStart } = collected;
  const left = (payable?.sum ?? 0) - next.reduce((sum, { earnings }) => sum + earnings, 0);
  const amount = collected.amount - left;
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
  const rows = await findCommissions(
    ctx.db,
    next.map((row) => row.id),
  );
  const changes = rows.map((row) => ({ row, to: { status: "processed" as const, payoutId: id } }));
  await writeCommissions(ctx, changes, { operation, reason: id });
  if (open)
    await writePayout(ctx, open, {
      to: { amount, period_start: periodStart, period_end: cutoff },
      cause: { operation },
    });
  else await announcePayout(ctx, "payout.created", id);
  return { id, changed: true, rest };
}
