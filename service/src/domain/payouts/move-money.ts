import { currentBan } from "../../store/queries/money/commissions.ts";
import { enrollmentsWithMove, setMoneyMove } from "../../store/queries/partners/enrollments.ts";
import { lockEnrollments } from "../../store/queries/tracking/tracking.ts";
import type { EnrollmentRow, MoneyMove } from "../../store/schema/enrollments.ts";
import { cancelForBan, restoreFromBan } from "../commissions/ban-commissions.ts";
import { afterwards, type Context } from "../context.ts";
import { forAWhile } from "../portions.ts";
import { loadProgram } from "../programs/load-program.ts";
import { inTransaction } from "../transaction.ts";
import { tryEach } from "../try-each.ts";
import { collectPortion } from "./run-payouts.ts";

/**
 * Lets the commissions of an enrollment follow its ban or the end of one: a portion in the running transaction, the rest after it, at first
 * within the call, then in the job. An end of a ban before all had followed it supersedes it, and the other way round.
 * @param before the enrollment before the change, of which the caller holds the lock
 * @param cause the audit row of the ban; `null` for the end of one
 */
export async function followStatus(ctx: Context, before: EnrollmentRow, cause: string | null): Promise<void> {
  const { id, money_move: move } = before;
  const unfinished = liftedOf(move);
  const ended = cause === null ? await currentBan(ctx.db, id) : null;
  const lifted = ended === null ? unfinished : [...unfinished, ended];
  if (cause === null && lifted.length === 0) return;
  const isMore =
    cause === null
      ? await restoreFromBan(ctx, id, { lifted, begins: true })
      : await cancelForBan(ctx, id, { cause, lifted });
  if (isMore || move) await setMoneyMove(ctx.db, id, isMore ? { lifted } : null);
  if (isMore) ctx.afterCommit(() => forAWhile(ctx, () => moveMoney(afterwards(ctx), id)));
}

function liftedOf(move: MoneyMove | null): string[] {
  return move && "lifted" in move ? move.lifted : [];
}

/**
 * Moves the next portion of an enrollment's commissions. What is still to do follows from the enrollment and its commissions, so a portion
 * may be repeated, on any replica, after a process was killed.
 * @returns whether there is more
 */
export function moveMoney(ctx: Context, enrollmentId: string): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const enrollment = (await lockEnrollments(ctx.db, [enrollmentId])).get(enrollmentId);
    const move = enrollment?.money_move;
    if (!enrollment || !move) return false;
    if ("cutoff" in move) {
      const of = { enrollmentId, cutoff: new Date(move.cutoff) };
      const payout = await collectPortion(ctx, await loadProgram(ctx), of);
      return payout?.isMore === true;
    }
    const isMore = await movePortion(ctx, enrollment, move.lifted);
    if (!isMore) await setMoneyMove(ctx.db, enrollmentId, null);
    return isMore;
  });
}

async function movePortion(ctx: Context, { id, status }: EnrollmentRow, lifted: readonly string[]): Promise<boolean> {
  if (status !== "banned") return lifted.length > 0 && restoreFromBan(ctx, id, { lifted, begins: false });
  const cause = await currentBan(ctx.db, id);
  return cause !== null && cancelForBan(ctx, id, { cause, lifted });
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
