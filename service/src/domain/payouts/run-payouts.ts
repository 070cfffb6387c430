import { findCommissions, nextToPay, type NextToPay } from "../../store/queries/money/commissions.ts";
import { enrollmentsToPay, findOpenPayout, insertPayout, payableOf } from "../../store/queries/money/payouts.ts";
import { changeMoneyMove } from "../../store/queries/partners/enrollments.ts";
import { lockEnrollments } from "../../store/queries/tracking/tracking.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import type { TrackingProgram } from "../../store/schema/facts.ts";
import type { PayoutRow } from "../../store/schema/money.ts";
import { audit } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { writeCommissions } from "../ledger/write-commissions.ts";
import { lockAhead } from "../lock-ahead.ts";
import { announcePayout, writePayout } from "../ledger/write-payout.ts";
import { loadProgram } from "../programs/load-program.ts";
import { pastOrPresent } from "../past-date.ts";
import { decideCollection, isPayable } from "../rules/collect-payout.ts";
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
  /** Whether some of what it collects is not in it yet. */
  isMore: boolean;
}

/** Whose commissions are collected, payable at which time. */
interface Collection {
  enrollmentId: string;
  cutoff: Date;
}

/**
 * The same in a running transaction. Of many commissions the portions but the last are taken before it, each committed alone; of very many
 * the job takes the rest, so that the answer does not wait for them.
 */
export async function collect(ctx: Context, program: TrackingProgram, of: Collection): Promise<Collected | null> {
  const { workspaceId } = ctx;
  const name = `collect ${of.enrollmentId}`;
  const judged = await judgePortion(ctx, program, of);
  if (judged?.isMore)
    ahead(ctx, name, (ctx) =>
      forAWhile(ctx, async () => {
        const payout = await inTransaction({ ...ctx, workspaceId }, (ctx) => collectPortion(ctx, program, of));
        return payout?.isMore === true;
      }),
    );
  const payout = judged && (await writePortion(ctx, program, judged));
  return payout && { ...payout, changed: payout.changed || ctx.doneAhead?.has(name) === true };
}

/**
 * Collects a portion. The payout is a whole one after each: its amount is the sum of its rows and above 0. It can be confirmed only when all
 * are in it.
 */
export async function collectPortion(
  ctx: Context,
  program: TrackingProgram,
  of: Collection,
): Promise<Collected | null> {
  const judged = await judgePortion(ctx, program, of);
  return judged && writePortion(ctx, program, judged);
}

/** Whether commissions have still to follow a ban or its end, or to leave a payout. */
export function areComingBack({ money_move: move }: Pick<EnrollmentRow, "money_move">): boolean {
  return move?.lifted !== undefined || move?.releases !== undefined;
}

/** What an open payout takes next, or a new one. */
interface Portion {
  enrollment: EnrollmentRow;
  open: PayoutRow | undefined;
  cutoff: Date;
  /** None where the rows wait. */
  next: readonly NextToPay[];
  periodStart: Date | null;
  isMore: boolean;
}

/** Loads the open payout and the payable commissions, and decides about all of them, once: then it goes on without a look at all. */
async function judgePortion(
  ctx: Context,
  program: TrackingProgram,
  { enrollmentId, cutoff: asked }: Collection,
): Promise<Portion | null> {
  const enrollment = (await lockEnrollments(ctx.db, [enrollmentId])).get(enrollmentId);
  // Until all came back from a ban or a payout, what was taken back of a commission might be missing.
  if (!enrollment || areComingBack(enrollment)) return null;
  const begun = begunBy(enrollment);
  const cutoff = begun && begun > asked ? begun : asked;
  const open = await findOpenPayout(ctx.db, enrollmentId);
  const next = await nextToPay(ctx.db, enrollmentId, { cutoff, most: ctx.config.commissionsAtOnce });
  const isAll = next.length < ctx.config.commissionsAtOnce;
  const portion = { enrollment, open, cutoff, next };
  if (begun && open && !isAll && isPayable(enrollment) && next.every(({ earnings }) => earnings > 0))
    return { ...portion, periodStart: firstOf(next, open.period_start), isMore: true };
  const payable = isAll ? sumOf(next) : ((await payableOf(ctx.db, [enrollmentId], cutoff))[0]?.payable ?? null);
  const collected = decideCollection({ enrollment, minPayoutAmount: program.min_payout_amount, open, payable });
  if (!collected) return { ...portion, next: [], periodStart: null, isMore: false };
  return { ...portion, periodStart: collected.periodStart, isMore: !isAll && (payable?.count ?? 0) > next.length };
}

/** The cut-off of a run that has not collected all yet. */
function begunBy({ money_move: move }: EnrollmentRow): Date | null {
  return move?.cutoff === undefined ? null : new Date(move.cutoff);
}

function firstOf(rows: readonly NextToPay[], before: Date | null = null): Date {
  return new Date(Math.min(before?.getTime() ?? Infinity, ...rows.map((row) => row.created_at.getTime())));
}

function sumOf(rows: readonly NextToPay[]): { sum: number; count: number; first: Date } | null {
  if (rows.length === 0) return null;
  return { sum: rows.reduce((sum, { earnings }) => sum + earnings, 0), count: rows.length, first: firstOf(rows) };
}

async function writePortion(
  ctx: Context,
  program: TrackingProgram,
  { enrollment, open, cutoff, next, periodStart, isMore }: Portion,
): Promise<Collected | null> {
  if (isMore || enrollment.money_move)
    await changeMoneyMove(ctx.db, enrollment.id, { cutoff: isMore ? cutoff.toISOString() : undefined });
  if (next.length === 0) return open ? { id: open.id, changed: false, isMore } : null;
  const amount = next.reduce((sum, { earnings }) => sum + earnings, open?.amount ?? 0);
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
  return { id, changed: true, isMore };
}
