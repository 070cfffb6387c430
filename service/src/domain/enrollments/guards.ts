import { ReferralsError } from "referrals-embed/contract";
import { latestReview } from "../../store/queries/partners/applications.ts";
import { hasCommissions, unpaidBalance } from "../../store/queries/partners/enrollments.ts";
import { now, type Context } from "../context.ts";
import { moveMoney } from "../payouts/move-money.ts";
import { ahead } from "../transaction.ts";
import type { TransitionInput } from "./transition-input.ts";
import type { Transition } from "../rules/transitions.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";

const reconsiderMs = 30 * 86_400_000;

/** The guards of the transition table in docs/rules/enrollment.md. @throws conflict, or invite_expired for an expired invitation */
export async function checkGuard(
  ctx: Context,
  row: Transition,
  { before, input }: { before: EnrollmentRow; input: TransitionInput },
): Promise<void> {
  switch (row.id) {
    case "E7":
      return checkReapply(ctx, before);
    case "E9":
      return checkInvite(ctx, before);
    case "E12":
      return checkReconsider(ctx, before);
    case "E13":
      if (input.erases) return checkBalance(ctx, before, input);
      if (await hasCommissions(ctx.db, before.id)) throw conflict("The invited partner already has commissions.");
      return;
    case "E21":
      // Commissions that come back after the erasure would be owed to nobody.
      if (before.money_move)
        ahead(ctx, `money of ${before.id}`, async (ctx) => {
          while (await moveMoney({ ...ctx, workspaceId: before.workspace_id }, before.id));
        });
      return checkBalance(ctx, before, input);
    default:
  }
}

async function checkBalance(ctx: Context, before: EnrollmentRow, { forfeit }: TransitionInput): Promise<void> {
  if (forfeit || (await unpaidBalance(ctx.db, before.id)) <= 0) return;
  throw conflict("The partner has an unpaid balance. Pay it first, or forfeit it.");
}

function checkInvite(ctx: Context, before: EnrollmentRow): void {
  const ends = before.invite_expires_at;
  if (ends && now(ctx) < ends) return;
  throw new ReferralsError("invite_expired", "The invitation has expired. Ask the program for a new one.");
}

function checkReconsider(ctx: Context, before: EnrollmentRow): void {
  const since = before.declined_at?.getTime() ?? 0;
  if (ctx.clock.now() - since <= reconsiderMs) return;
  throw conflict("The invitation was declined more than 30 days ago. Ask the program for a new one.");
}

async function checkReapply(ctx: Context, before: EnrollmentRow): Promise<void> {
  const review = await latestReview(ctx.db, before.id);
  if (review?.reapply_timeframe === "never") throw conflict("The program takes no further application.");
  const from = review?.reapply_after;
  if (from && now(ctx) < from) throw conflict(`A new application is possible from ${from.toISOString()}.`);
}

function conflict(message: string): ReferralsError {
  return new ReferralsError("conflict", message);
}
