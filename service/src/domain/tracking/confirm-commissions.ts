import {
  ReferralsError,
  type Commission,
  type CommissionPatch,
  type CommissionStatus,
  type CommissionStatusRow,
} from "referrals-embed/contract";
import { capUsage, findCommissions } from "../../store/queries/money/commissions.ts";
import { noteDecision } from "../../store/queries/money/rewards.ts";
import { verifyLead } from "../../store/queries/tracking/tracked-events.ts";
import { findCustomerById, updateCustomer } from "../../store/queries/tracking/tracking.ts";
import {
  deleteUnverifiedSales,
  findUnverifiedSales,
  type UnverifiedSale,
} from "../../store/queries/money/unverified-sales.ts";
import { audit } from "../audit.ts";
import type { Decision } from "../commissions/change-status.ts";
import { updateCommission, updateCommissions } from "../commissions/update-commission.ts";
import { holdCommissions } from "../commissions/hold-commissions.ts";
import type { Context } from "../context.ts";
import { writeCommissions } from "../ledger/write-commissions.ts";
import { withoutHold } from "../rules/change-holds.ts";
import { judge } from "../rules/judge.ts";
import type { RewardTerms } from "../rules/terms.ts";
import type { CommissionWithPayout } from "../../store/schema/money.ts";
import { present } from "../../present.ts";
import { inTransaction } from "../transaction.ts";
import { loadCall, lockForEvent } from "./lock-event.ts";
import { saleNames } from "./reported-sale.ts";
import { recordSale } from "./track-sale.ts";

/** Changes a commission; setting a waiting one to pending confirms it. */
export function decideCommission(ctx: Context, id: string, patch: CommissionPatch): Promise<Commission> {
  return inTransaction(ctx, async (ctx) => {
    if (patch.status === "pending") await confirm(ctx, [id]);
    return updateCommission(ctx, id, patch);
  });
}

/**
 * The same for up to 100 commissions, all or none.
 * @throws conflict where one of them has another status than `from` by now
 */
export function decideCommissions(
  ctx: Context,
  ids: readonly string[],
  { from, ...decision }: Decision & { from?: CommissionStatus | undefined },
): Promise<CommissionStatusRow[]> {
  return inTransaction(ctx, async (ctx) => {
    const confirmed = decision.status === "pending" ? await confirm(ctx, ids, from) : new Set<string>();
    if (from !== undefined) {
      const others = ids.filter((id) => !confirmed.has(id));
      for (const row of (await holdCommissions(ctx, others)).rows) checkStill(row, from);
    }
    return updateCommissions(ctx, ids, decision);
  });
}

/** @throws conflict for a commission that somebody else has decided on since it was read */
function checkStill({ id, status }: { id: string; status: string }, from: CommissionStatus | undefined): void {
  if (from === undefined || status === from) return;
  throw new ReferralsError(
    "conflict",
    `The commission ${id} is ${status} by now, not ${from}. Read it again, then decide.`,
  );
}

/** @returns the ids of those that waited for a confirmation */
async function confirm(ctx: Context, ids: readonly string[], from?: CommissionStatus): Promise<Set<string>> {
  const sales = await findUnverifiedSales(ctx.db, ctx.workspaceId, ids);
  for (const sale of sales) await confirmSale(ctx, sale, from);
  const confirmed = new Set(sales.map(({ commissionId }) => commissionId));
  const { rows } = await holdCommissions(ctx, ids);
  for (const row of rows) {
    if (row.type !== "lead" || !row.hold_reasons.includes("unverified")) continue;
    checkStill(row, from);
    await confirmLead(ctx, row);
    confirmed.add(row.id);
  }
  return confirmed;
}

/** Judges a lead from a page after a person has confirmed it and its customer's partner. */
async function confirmLead(ctx: Context, row: CommissionWithPayout): Promise<void> {
  const customer = row.customer_id ? await findCustomerById(ctx.db, ctx.workspaceId, row.customer_id) : undefined;
  const used = row.reward_id
    ? await capUsage(ctx.db, { enrollmentId: row.enrollment_id, rewardId: row.reward_id, customerId: null })
    : 0;
  const terms = row.reward as unknown as RewardTerms;
  const subject = { amount: null, quantity: row.quantity, product: null, country: customer?.country ?? null };
  const result = judge({ ...subject, terms, used, holdReasons: [] });
  const { earnings, code, figures } = result;
  if (earnings === 0) throw conflict(row.id, `its lead would earn nothing (${code})`);
  const capped = figures.computed !== null && earnings < figures.computed;
  const to = { ...withoutHold(row, "unverified"), grossEarnings: earnings, earnings, reward: { ...terms, capped } };
  await writeCommissions(ctx, [{ row, to }], { operation: "commission.confirm" });
  await noteDecision(ctx.db, row.id, { code, figures: { ...figures, earnings } });
  await verifyLead(ctx.db, present(row.event_id, "the lead"));
  if (customer?.unverified && customer.enrollment_id === row.enrollment_id) await vouchFor(ctx, customer.id);
}

/** A person's confirmation binds the customer as the server's word does: later events follow the binding. */
function vouchFor(ctx: Context, customerId: string): Promise<void> {
  return updateCustomer(ctx.db, customerId, { unverified: false });
}

/**
 * Records a sale from a page, at the time of its report, by a person's decision; its commission keeps its id.
 * @throws conflict when the sale would earn the commission's partner nothing
 */
async function confirmSale(
  ctx: Context,
  { commissionId, enrollmentId, customerKey, source, input, at }: UnverifiedSale,
  from: CommissionStatus | undefined,
): Promise<void> {
  const then: Context = { ...ctx, clock: { now: () => at.getTime() } };
  const found = await loadCall(then, input, { ...saleNames(input), source: "person" });
  if (found.sale) throw conflict(commissionId, "its invoice is a sale already");
  const { presented: click, code } = found;
  const named = { clickId: click?.click_id ?? null, click, code };
  const own = { commissionId, enrollmentId, customerKey, source, review: null, ...named };
  const call = { ...found, reported: [own, ...found.reported.filter((other) => other.commissionId !== commissionId)] };
  const locked = await lockForEvent(then, call);
  for (const row of await findCommissions(ctx.db, [commissionId])) checkStill(row, from);
  if (locked.customer.unverified) await vouchFor(ctx, locked.customer.id);
  locked.customer.unverified = false;
  await deleteUnverifiedSales(ctx.db, [commissionId], "void too");
  await recordSale(then, input, { call, locked, commissionId });
  const [made] = await findCommissions(ctx.db, [commissionId]);
  if (made?.enrollment_id !== enrollmentId) {
    throw conflict(commissionId, "by what is known now, its sale would earn this partner nothing");
  }
  const change = { operation: "commission.confirm", entity: "commission", entityId: commissionId } as const;
  await audit(ctx, { ...change, from: "hold", to: made.status });
}

function conflict(id: string, why: string): ReferralsError {
  return new ReferralsError("conflict", `The commission ${id} cannot be confirmed: ${why}. Set it to canceled.`);
}
