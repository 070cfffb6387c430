import { currentBan } from "../../store/queries/money/commissions.ts";
import { changeMoneyMove, enrollmentsWithMove, findMoneyMove } from "../../store/queries/partners/enrollments.ts";
import { lockEnrollments } from "../../store/queries/tracking/tracking.ts";
import type { EnrollmentRow, MoneyMove } from "../../store/schema/enrollments.ts";
import { cancelForBan, restoreFromBan } from "../commissions/ban-commissions.ts";
import { afterwards, type Context } from "../context.ts";
import { forAWhile } from "../portions.ts";
import { loadProgram } from "../programs/load-program.ts";
import { inTransaction } from "../transaction.ts";
import { tryEach } from "../try-each.ts";
import { followPayout } from "./follow-payout.ts";
import { collectPortion } from "./run-payouts.ts";

/**
 * Lets the commissions of an enrollment follow its ban or the end of one: a portion in the running transaction, the rest after it, at first
 * within the call, then in the job. An end of a ban before all had followed it supersedes it, and the other way round.
 * @param before the enrollment before the change, of which the caller holds the lock
 * @param cause the audit row of the ban; `null` for the end of one
 */
export async function followStatus(ctx: Context, before: EnrollmentRow, cause: string | null): Promise<void> {
  const { id } = before;
  const unfinished = before.money_move?.lifted ?? [];
  const ended = cause === null ? await currentBan(ctx.db, id) : null;
  const lifted = ended === null ? unfinished : [...unfinished, ended];
  if (cause === null && lifted.length === 0) return;
  const isMore =
    cause === null
      ? await restoreFromBan(ctx, id, { lifted, begins: true })
      : await cancelForBan(ctx, id, { cause, lifted });
  // A ban has canceled the payout that was still taking in commissions.
  if (isMore || before.money_move)
    await changeMoneyMove(ctx.db, id, { cutoff: undefined, lifted: isMore ? lifted : undefined });
  if (isMore) moveAfterwards(ctx, id);
}

/** Goes on with the commissions of an enrollment once the running transaction is committed, for as long as the call may take. */
export function moveAfterwards(ctx: Context, enrollmentId: string): void {
  void ctx.afterCommit(() => forAWhile(ctx, () => moveMoney(afterwards(ctx), enrollmentId)));
}

/**
 * Moves the next portion of an enrollment's commissions. What is still to do follows from the enrollment and its commissions, so a portion
 * may be repeated, on any replica, after a process was killed.
 * @returns whether there is more
 */
export function moveMoney(ctx: Context, enrollmentId: string): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const enrollment = (await lockEnrollments(ctx.db, [enrollmentId])).get(enrollmentId);
    if (!enrollment?.money_move) return false;
    await movePortion(ctx, enrollment, enrollment.money_move);
    return (await findMoneyMove(ctx.db, enrollmentId)) !== null;
  });
}

/** What leaves a payout comes first, for a payout that takes in commissions waits for it. */
async function movePortion(ctx: Context, enrollment: EnrollmentRow, move: MoneyMove): Promise<void> {
  const [left] = move.releases ?? [];
  const [paid] = move.pays ?? [];
  if (left !== undefined) await followPayout(ctx, enrollment, left);
  else if (move.lifted) await moveStatus(ctx, enrollment, move.lifted);
  else if (move.cutoff !== undefined) {
    const of = { enrollmentId: enrollment.id, cutoff: new Date(move.cutoff) };
    await collectPortion(ctx, await loadProgram(ctx), of);
  } else if (paid !== undefined) await followPayout(ctx, enrollment, paid);
}

async function moveStatus(ctx: Context, { id, status }: EnrollmentRow, lifted: readonly string[]): Promise<void> {
  const cause = status === "banned" ? await currentBan(ctx.db, id) : null;
  const isMore =
    cause === null
      ? lifted.length > 0 && (await restoreFromBan(ctx, id, { lifted, begins: false }))
      : await cancelForBan(ctx, id, { cause, lifted });
  if (!isMore) await changeMoneyMove(ctx.db, id, { lifted: undefined });
}

/**
 * One round of the job: the next portion of every enrollment that has one.
 * @returns how many had one
 */
export async function moveNextMoney(ctx: Context): Promise<number> {
  const enrollments = await enrollmentsWithMove(ctx.db);
  await tryEach(enrollments, ({ id, workspaceId }) => moveMoney({ ...ctx, workspaceId }, id));
  return enrollments.length;
}
