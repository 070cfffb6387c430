import { ReferralsError, type CommissionPatch, type CommissionStatus, type HoldReason } from "referrals-embed/contract";
import { capUsage, currentBan, findCommissions } from "../../store/queries/money/commissions.ts";
import type { Context } from "../context.ts";
import { recalculatePayouts } from "../ledger/recalculate-payouts.ts";
import type { HeldCommissions } from "./hold-commissions.ts";
import { comingBack, comingBackUnder, holdsOfSale, decidable, withHold } from "../rules/change-holds.ts";
import { isLeaving, isLocked, voidStatuses } from "../rules/statuses.ts";
import { familyOf } from "../ledger/families.ts";
import { settleSources } from "../ledger/settle-sources.ts";
import { followed, writeCommissions, type CommissionChange } from "../ledger/write-commissions.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import type { CommissionRow, CommissionWithPayout } from "../../store/schema/money.ts";
import { saleBehind } from "../../store/queries/money/refunds.ts";

/** A status that a person may set. */
export type SettableStatus = NonNullable<CommissionPatch["status"]>;

/** When the hold reasons end that no person can decide. */
const ending: Partial<Record<HoldReason, string>> = {
  dispute: "with the dispute",
  fx_unknown: "when a rate for its currency is added",
  unverified: "when the server sends the event",
};

/** A person's decision: the status, and the note that goes into the audit and stays with the rows. */
export interface Decision {
  status: SettableStatus;
  note?: string | null | undefined;
  /** As the audit names it; default a person's change. */
  operation?: string;
}

/**
 * Sets the status of commissions by a person's decision, all or none; referral rows follow their source. A row that has
 * the status already takes a new note only; one that is reopened while its sale is disputed or without a rate is held again.
 * @throws conflict for paid and locked rows, and for changes that docs/rules/money.md does not list
 */
export async function changeStatus(
  ctx: Context,
  { rows, followers, enrollments }: HeldCommissions,
  { status, note = null, operation = "commission.update" }: Decision,
): Promise<void> {
  const changes: CommissionChange[] = [];
  for (const row of rows) {
    if (row.status === status && !isToBeReviewed(row, status)) {
      if (note !== null) changes.push({ row, to: { note } });
      continue;
    }
    checkUnlocked(row);
    if (status === "pending" && !rows.some(({ id }) => id === row.source_id)) await checkSource(ctx, row);
    const { to } = await decided(ctx, row, { status, enrollments });
    // Removes the mark "follows its source": a later step of the source must not undo a decision about the row itself.
    changes.push({ row, to: { ...to, note, ...(row.reason === followed && { reason: null }) } });
    for (const follower of followers.filter((other) => other.source_id === row.id)) {
      const following = await follow(ctx, follower, { status, enrollments });
      if (following) changes.push(following);
    }
  }
  const cause = { operation, reason: note };
  await writeCommissions(ctx, changes, cause);
  await recalculatePayouts(
    ctx,
    changes.map(({ row }) => row.payout_id),
    { enrollments, cause },
  );
  await settleSources(ctx, { ids: changes.map(({ row }) => familyOf(row)) }, { enrollments, cause });
}

/** @throws conflict for rows that only a clawback may change */
export function checkUnlocked(row: CommissionWithPayout): void {
  if (!isLocked(row)) return;
  if (isLeaving(row))
    throw conflict(row, `has still to leave its payout, which is ${row.payout_status}. Repeat the call in a minute`);
  const where = row.status === "paid" ? "is paid" : `is in a payout that is ${row.payout_status}`;
  throw conflict(row, `${where} and can only be corrected by a new negative commission`);
}

/** A share of another partner's commission is not paid while that one is void or held. */
async function checkSource(ctx: Context, row: CommissionRow): Promise<void> {
  if (row.type !== "referral" || row.source_id === null) return;
  const [source] = await findCommissions(ctx.db, [row.source_id]);
  if (!source || (!isVoid(source) && source.status !== "hold")) return;
  const is = source.status === "hold" ? "on hold" : source.status;
  throw conflict(row, `is a share of the commission ${source.id}, which is ${is}, and follows it`);
}

function decided(
  ctx: Context,
  row: CommissionWithPayout,
  { status, enrollments }: { status: SettableStatus; enrollments: ReadonlyMap<string, EnrollmentRow> },
): Promise<CommissionChange> | CommissionChange {
  if (status === "pending") return reopen(ctx, row, enrollments);
  return status === "hold" ? hold(row) : voidRow(ctx, row, status);
}

/** Whether to add a person's hold to a row that is on hold already, so that it stays held when the other reasons end. */
function isToBeReviewed(row: CommissionRow, status: SettableStatus): boolean {
  return status === "hold" && !row.hold_reasons.includes("review");
}

/** Keeps a row back until a person releases it. */
function hold(row: CommissionWithPayout): CommissionChange {
  if (row.mark) throw conflict(row, "was canceled by a ban and comes back with it");
  if (isVoid(row)) throw conflict(row, `is ${row.status} and can only become pending`);
  return { row, to: withHold(row, "review") };
}

async function voidRow(ctx: Context, row: CommissionRow, status: SettableStatus): Promise<CommissionChange> {
  if (isVoid(row)) throw conflict(row, `is ${row.status} and can only become pending`);
  if (row.cause !== null && row.earnings > 0) {
    throw conflict(row, "gives back what was taken for a commission that is void, and follows it");
  }
  if (row.earnings < 0) await checkCap(ctx, row, -row.earnings);
  return { row, to: { status, holdReasons: [], payoutId: null } };
}

async function reopen(
  ctx: Context,
  row: CommissionRow,
  enrollments: ReadonlyMap<string, EnrollmentRow>,
): Promise<CommissionChange> {
  if (row.status === "hold") return { row, to: cleared(row) };
  if (!isVoid(row)) throw conflict(row, `is ${row.status}; a payout gives its rows back itself`);
  if (enrollments.get(row.enrollment_id)?.status === "banned") throw conflict(row, "belongs to a banned partner");
  if (row.mark) throw conflict(row, "was canceled by a ban and comes back with it");
  if (row.cause !== null && row.earnings === 0) throw conflict(row, "has nothing left to correct");
  const sale = await saleOf(ctx, row);
  if (sale?.isRefunded) throw conflict(row, "belongs to a sale that was refunded in full");
  await checkCap(ctx, row, row.earnings);
  // A clawback keeps its reason: without it later refunds would take the same money again.
  return { row, to: { ...comingBack(sale?.holdReasons ?? []), reason: row.type === "custom" ? row.reason : null } };
}

function cleared(row: CommissionRow): CommissionChange["to"] {
  const left = undecidable(row);
  if (left.length === 0) return { status: "pending", holdReasons: [] };
  const ends = left.map((reason) => ending[reason]).join(", and ");
  const yours = row.hold_reasons.filter((reason) => decidable.includes(reason));
  const then = yours.length > 0 ? `. Release it from ${yours.join(", ")} then` : "";
  throw conflict(row, `is held for ${left.join(", ")}, which ends by itself: ${ends}${then}`);
}

/** A follower goes where its source goes and comes back with it; what is locked, paid or decided otherwise stays. */
async function follow(
  ctx: Context,
  row: CommissionWithPayout,
  { status, enrollments }: { status: SettableStatus; enrollments: ReadonlyMap<string, EnrollmentRow> },
): Promise<CommissionChange | null> {
  if (isLocked(row)) return null;
  if (status === "hold") return followIntoHold(row);
  if (status !== "pending") {
    if (isVoid(row) && !row.mark) return null;
    return { row, to: { status, holdReasons: [], payoutId: null, mark: null, reason: followed } };
  }
  if (row.status === "hold") {
    // A person's own hold of this row outlasts that of its source.
    const own = row.reason !== followed && row.hold_reasons.includes("review") ? (["review"] as const) : [];
    const holdReasons = [...undecidable(row), ...own].sort();
    return { row, to: holdReasons.length === 0 ? { status: "pending", holdReasons, reason: null } : { holdReasons } };
  }
  const sale = await saleOf(ctx, row);
  if (row.reason !== followed || !isVoid(row) || sale?.isRefunded) return null;
  // Earnings that a ban keeps in its mark use up the cap too.
  await checkCap(ctx, row, row.earnings);
  const own =
    enrollments.get(row.enrollment_id)?.status === "banned" ? await currentBan(ctx.db, row.enrollment_id) : null;
  return { row, to: { ...comingBackUnder(own, sale?.holdReasons ?? []), reason: null } };
}

function followIntoHold(row: CommissionWithPayout): CommissionChange | null {
  const held = row.mark?.holdReasons ?? row.hold_reasons;
  if (held.includes("review") || (isVoid(row) && !row.mark)) return null;
  return { row, to: { ...withHold(row, "review"), reason: followed } };
}

function isVoid(row: { status: CommissionStatus }): boolean {
  return (voidStatuses as readonly CommissionStatus[]).includes(row.status);
}

function undecidable(row: CommissionRow): HoldReason[] {
  return row.hold_reasons.filter((reason) => !decidable.includes(reason));
}

/** The facts of a commission's sale. */
interface SaleState {
  isRefunded: boolean;
  holdReasons: HoldReason[];
}

async function saleOf(ctx: Context, row: CommissionRow): Promise<SaleState | null> {
  if (row.event_id === null || (row.type !== "sale" && row.type !== "referral")) return null;
  const sale = await saleBehind(ctx.db, row.event_id);
  if (!sale) return null;
  return {
    isRefunded: sale.amount === sale.refunded_amount,
    holdReasons: holdsOfSale({ disputed: sale.disputed, value: sale.amount_program }),
  };
}

/** A reopened commission must fit under the cap it was made under. */
async function checkCap(ctx: Context, row: CommissionRow, more: number): Promise<void> {
  const cap = row.reward?.["maxAmount"] as number | null | undefined;
  if (cap === null || cap === undefined || row.reward_id === null) return;
  const perEnrollment = row.reward?.["event"] === "lead" || row.reward?.["event"] === "click";
  const scope = {
    enrollmentId: row.enrollment_id,
    rewardId: row.reward_id,
    customerId: perEnrollment ? null : row.customer_id,
  };
  if ((await capUsage(ctx.db, scope)) + more > cap) throw conflict(row, "would exceed the cap of its reward");
}

function conflict(row: CommissionRow, why: string): ReferralsError {
  return new ReferralsError("conflict", `The commission ${row.id} ${why}.`);
}
