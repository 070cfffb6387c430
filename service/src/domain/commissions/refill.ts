import { capUsage, type PlacedCommission } from "../../store/queries/commissions.ts";
import type { Context } from "../context.ts";
import { occasionOf } from "./award-sale.ts";
import type { SaleOccasion } from "./sale-occasion.ts";
import { withoutHold } from "./change-holds.ts";
import { judge, type Verdict } from "./judge.ts";
import { keptAfterRefund } from "./scale.ts";
import type { RewardTerms } from "./terms.ts";
import { writeCommissions } from "./write-commissions.ts";

/**
 * Judges a commission that was made without a rate, now that its base amount is known (V15): gross, earnings after refunds, and the
 * reason removed. Nothing earned → canceled. Under a ban the stored values change (C22); a void row only gets its figures.
 */
export async function refill(ctx: Context, given: SaleOccasion, row: PlacedCommission, amount: number): Promise<void> {
  const waits = row.hold_reasons.includes("fx_unknown") || row.mark?.holdReasons?.includes("fx_unknown");
  const terms = row.reward as unknown as RewardTerms;
  const occasion = await occasionOf(ctx, given, given.enrollment!);
  const perCustomer = { enrollmentId: row.enrollment_id, rewardId: terms.rewardId, customerId: row.customer_id };
  const used = terms.maxAmount === null ? 0 : await capUsage(ctx.db, perCustomer);
  const life = row.type === "sale" ? occasion.life : undefined;
  const verdict = judge({ ...occasion, life, terms, amount, used, holdReasons: [] });
  const { sale } = given;
  const capped = verdict.figures.computed !== null && verdict.earnings < verdict.figures.computed;
  const figures = {
    amount,
    grossEarnings: verdict.earnings,
    earnings: keptAfterRefund(verdict.earnings, sale.amount, sale.refunded_amount),
    reward: { ...terms, capped },
  };
  const nothing = verdict.earnings === 0 && (row.status === "hold" || row.mark !== null);
  const release = nothing
    ? { status: "canceled" as const, holdReasons: [], mark: null, reason: "zero_earnings" }
    : waits
      ? withoutHold(row, "fx_unknown")
      : {};
  await writeCommissions(ctx, [{ row, to: { ...figures, ...release } }], {
    operation: "fx_rate.fill",
    reason: verdict.code,
  });
  await noteDecision(ctx, row, verdict);
}

/** The decision stays the one of the event; it now says what the rate decided (C25). */
async function noteDecision(ctx: Context, row: PlacedCommission, verdict: Verdict): Promise<void> {
  const decision = await ctx.db
    .selectFrom("decisions")
    .select(["id", "figures"])
    .where("commission_id", "=", row.id)
    .executeTakeFirst();
  if (!decision) return;
  const figures = JSON.stringify({ ...decision.figures, ...verdict.figures, earnings: verdict.earnings });
  await ctx.db.updateTable("decisions").set({ code: verdict.code, figures }).where("id", "=", decision.id).execute();
}
