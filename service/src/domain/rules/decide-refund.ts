import { keptAfterRefund, refundedValue } from "./scale.ts";
import { isLocked, voidStatuses } from "./statuses.ts";
import type { CommissionRow, CommissionValues, SaleCommission } from "../../store/schema/money.ts";
import type { CounterDelta, SaleRow } from "../../store/schema/tracking.ts";

/** Why money goes back: the id is unique per refund or dispute, so one cause claws back once. */
export interface RefundCause {
  id: string;
  kind: "refund" | "dispute";
}

/** A refund and all it is decided by. */
export interface RefundCase {
  at: Date;
  sale: SaleRow;
  /** What goes back, in the sale's currency; at most what is left. */
  amount: number;
  cause: RefundCause;
  /** The sale's own commission and the referral one. */
  commissions: readonly SaleCommission[];
  /** Ids for clawbacks, one per commission. */
  clawbackIds: readonly string[];
}

/** A negative commission that names its source. */
export type Clawback = Pick<
  CommissionRow,
  | "id"
  | "workspace_id"
  | "program_id"
  | "enrollment_id"
  | "partner_id"
  | "type"
  | "customer_id"
  | "link_id"
  | "reward_id"
  | "reward"
  | "amount"
  | "gross_earnings"
  | "earnings"
  | "currency"
  | "status"
  | "payable_at"
  | "source_id"
  | "cause"
  | "reason"
  | "invoice_id"
  | "created_at"
  | "updated_at"
>;

/** What a refund comes to: everything that is to be written. */
export interface RefundDecision {
  sale: SaleRow;
  /** What counters and sums move by. */
  delta: Required<Pick<CounterDelta, "sales" | "saleAmount">>;
  changes: { row: SaleCommission; to: Partial<CommissionValues> }[];
  clawbacks: Clawback[];
}

/**
 * Decides a refund: the sale's total, the counters by the difference to before, and its commissions. Unpaid,
 * unlocked rows change in place; locked and paid ones, and rows that were clawed back before, get one more clawback. Only the
 * refunded total matters, so any split of it ends equal.
 */
export function decideRefund({ at, sale, amount, cause, commissions, clawbackIds }: RefundCase): RefundDecision {
  const refunded = sale.refunded_amount + amount;
  const isFull = refunded === sale.amount;
  const value = sale.amount_program === null ? 0 : refundedValue(sale.amount_program, sale.amount, refunded);
  const changes: RefundDecision["changes"] = [];
  const clawbacks: Clawback[] = [];
  for (const [index, row] of commissions.entries()) {
    const target = keptAfterRefund(row.gross_earnings, sale.amount, refunded);
    if (!isLocked(row) && row.clawed_back === null) {
      changes.push({ row, to: inPlace(row, target, isFull) });
      continue;
    }
    const delta = target - (row.earnings + (row.clawed_back ?? 0));
    if (delta < 0) clawbacks.push(clawbackOf(row, { id: clawbackIds[index] ?? "", at, delta, cause }));
  }
  return {
    sale: { ...sale, refunded_amount: refunded, refunded_program: value },
    delta: { sales: isFull ? -1 : 0, saleAmount: sale.refunded_program - value },
    changes,
    clawbacks,
  };
}

/** What becomes of a row that is neither locked nor paid. */
function inPlace(row: SaleCommission, earnings: number, isFull: boolean): Partial<CommissionValues> {
  const isVoid = (voidStatuses as readonly string[]).includes(row.status);
  const isRefunded = isFull && (!isVoid || row.mark !== null);
  if (!isRefunded) return { earnings };
  return { earnings, status: "refunded", holdReasons: [], payoutId: null, mark: null };
}

/** A negative row, payable at once, that names its source. */
function clawbackOf(
  source: CommissionRow,
  { id, at, delta, cause }: { id: string; at: Date; delta: number; cause: RefundCause },
): Clawback {
  return {
    id,
    workspace_id: source.workspace_id,
    program_id: source.program_id,
    enrollment_id: source.enrollment_id,
    partner_id: source.partner_id,
    type: "custom",
    customer_id: source.customer_id,
    link_id: source.link_id,
    reward_id: source.reward_id,
    reward: source.reward,
    amount: delta,
    gross_earnings: delta,
    earnings: delta,
    currency: source.currency,
    status: "pending",
    payable_at: at,
    source_id: source.id,
    cause: cause.id,
    reason: cause.kind,
    invoice_id: source.invoice_id,
    created_at: at,
    updated_at: at,
  };
}
