import { isDeepStrictEqual } from "node:util";
import { ReferralsError, type SaleImport } from "referrals-embed/contract";
import { present } from "../../present.ts";
import { findKnownSales, type CreditLink, type KnownSale } from "../../store/queries/tracking/imports.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import type { TrackingProgram } from "../../store/schema/facts.ts";
import type { Context } from "../context.ts";
import { recalculatePayouts } from "../ledger/recalculate-payouts.ts";
import { settleSources } from "../ledger/settle-sources.ts";
import { writeCommissions } from "../ledger/write-commissions.ts";
import { isVoidByRefund } from "../rules/balance-source.ts";
import { valueIn } from "../rules/convert.ts";
import { plainId } from "../rules/event-key.ts";
import { isLocked } from "../rules/statuses.ts";
import { Conflict, unchanged, type End } from "./import-each.ts";
import { paidElsewhere, referenceOf } from "./paid-elsewhere.ts";

/** A row whose sale is known, read as it is meant. */
export interface RepeatedSale {
  input: SaleImport;
  at: Date;
  paidAt: Date;
  /** In lower case. */
  currency: string;
  /** The link of the partner that the row names. */
  link: CreditLink | null;
}

/** The enrollments that repeated rows may change. */
export async function enrollmentsOf(ctx: Context, rows: readonly RepeatedSale[]): Promise<string[]> {
  const known = await knownSales(ctx, rows);
  return known.flatMap(({ enrollment_id: id, commission }) =>
    [id, commission?.enrollment_id ?? null].filter((one) => one !== null),
  );
}

/**
 * Compares rows with the sales that are known, and applies the one difference that is news: that the other product has paid meanwhile
 * what nothing of ours has. Any other difference is told, for it is either a mistake or somebody's to decide. The caller holds the
 * locks of {@link enrollmentsOf}.
 */
export async function repeatSales(
  ctx: Context,
  program: TrackingProgram,
  {
    rows,
    ends,
    enrollments,
  }: { rows: readonly RepeatedSale[]; ends: Map<object, End>; enrollments: ReadonlyMap<string, EnrollmentRow> },
): Promise<void> {
  const known = await knownSales(ctx, rows);
  const news = rows.flatMap((row, index) => {
    const sale = present(known[index], "the known sale");
    const end = judge(sale, row, program);
    if (end === "paid" && sale.commission) return [{ ...row, commission: sale.commission }];
    ends.set(row.input, end === "paid" ? unchanged(null) : end);
    return [];
  });
  const payouts = await paidElsewhere(
    ctx,
    news.map(({ input, at, paidAt, commission }) => ({
      enrollment: present(enrollments.get(commission.enrollment_id), "the enrollment"),
      earnings: commission.gross_earnings,
      currency: commission.currency,
      at,
      paidAt,
      reference: input.payoutReference,
    })),
  );
  const changes = news.map(({ commission: row, paidAt }, index) => ({
    row,
    to: {
      status: "paid" as const,
      earnings: row.gross_earnings,
      paidAt,
      payoutId: payouts[index] ?? null,
      // The refund takes it back by a correction from now on, and does not void it any more.
      ...(isVoidByRefund(row) && { reason: null }),
    },
  }));
  const cause = { operation: "commission.import", reason: "paid elsewhere" };
  await writeCommissions(ctx, changes, cause);
  await recalculatePayouts(
    ctx,
    changes.map(({ row }) => row.payout_id),
    { enrollments, cause },
  );
  // What was refunded before, and paid in full elsewhere, is taken back from later payouts.
  await settleSources(ctx, { ids: changes.map(({ row }) => row.id) }, { enrollments, cause });
  for (const { input, commission } of news) ends.set(input, { outcome: "changed", id: commission.id });
}

async function knownSales(ctx: Context, rows: readonly RepeatedSale[]): Promise<KnownSale[]> {
  const invoices = rows.map(({ input }) => input.invoiceId);
  const found = await findKnownSales(ctx.db, ctx.workspaceId, invoices);
  return found.map((sale) => present(sale, "the known sale"));
}

/** The end of a row, or that it says its sale was paid elsewhere, which it was not before. */
function judge(sale: KnownSale, row: RepeatedSale, program: TrackingProgram): End | "paid" {
  const differing = differences(sale, row, program);
  if (differing.length > 0) {
    return new Conflict(
      `The sale ${row.input.invoiceId} is known with another ${differing.join(", and another ")}. Nothing was changed.`,
    );
  }
  const { commission } = sale;
  // Nothing was earned: nothing can be owed or paid.
  if (!commission) return unchanged(null);
  const end = row.input.status === "paid" ? judgePaid(commission, row) : judgePending(commission);
  if (end !== "paid" || commission.gross_earnings === (sale.imported_earnings ?? commission.gross_earnings)) return end;
  return new Conflict(
    `The commission ${commission.id} was corrected here to ${commission.gross_earnings}, and the row says that ${row.input.earnings} were paid elsewhere. Nothing was changed.`,
  );
}

/** What a row says otherwise than the store, in words. What a person corrected since is no difference: the import said it first. */
function differences(sale: KnownSale, row: RepeatedSale, program: TrackingProgram): string[] {
  const { input, at, currency, link } = row;
  const wasImported = sale.imported_earnings !== null;
  const value = { amount: input.earnings, currency };
  const earned = valueIn(program.currency, value, sale.fx_rate).amountProgram;
  const known = wasImported ? sale.imported_earnings : (sale.commission?.gross_earnings ?? 0);
  const isOther: Record<string, boolean> = {
    customer:
      sale.customer_external_id !== null && plainId(sale.customer_external_id) !== plainId(input.customer.externalId),
    amount: sale.amount !== input.amount,
    currency: sale.currency !== currency,
    // Of a sale that was tracked here, the date is when it was told.
    date: wasImported && sale.at.getTime() !== at.getTime(),
    partner: link !== null && link.enrollment_id !== sale.enrollment_id,
    earnings: sale.currency === currency && known !== earned,
    eventName: input.eventName !== undefined && input.eventName !== sale.event_name,
    metadata: input.metadata !== undefined && !isDeepStrictEqual(input.metadata, sale.metadata),
  };
  return Object.keys(isOther).filter((name) => isOther[name]);
}

type Commission = NonNullable<KnownSale["commission"]>;

function judgePending(commission: Commission): End {
  if (!commission.payout_imported || commission.status !== "paid") return unchanged(null);
  return new Conflict(
    `The commission ${commission.id} was imported as paid with ${commission.payout_reference}. A row that says pending is older, or wrong: nothing was changed.`,
  );
}

function judgePaid(commission: Commission, { input, paidAt }: RepeatedSale): End | "paid" {
  const { id, status, payout_imported: isImported, payout_reference: reference } = commission;
  const isPaid = status === "paid";
  if (isPaid && isImported) {
    const meant = referenceOf({ reference: input.payoutReference, paidAt });
    if (reference === meant && commission.paid_at?.getTime() === paidAt.getTime()) return unchanged(null);
    const known = `${commission.paid_at && dayOf(commission.paid_at)} with ${reference}`;
    return new Conflict(
      `The commission ${id} was imported as paid on ${known}, not on ${dayOf(paidAt)} with ${meant}. Nothing was changed.`,
    );
  }
  if (isPaid || isLocked(commission)) {
    const where = `the payout ${commission.payout_id}`;
    return new Conflict(
      `The commission ${id} ${isPaid ? "was paid" : "is on its way"} here, in ${where}, and the row says that it was paid elsewhere too. Take one of them back: nothing was changed.`,
    );
  }
  // Nobody can make what a full refund voided pending: refused here, the row could never be imported.
  if (status !== "pending" && status !== "processed" && !isVoidByRefund(commission)) {
    const why = status === "hold" ? `on hold for ${commission.hold_reasons.join(", ")}` : status;
    return new Conflict(
      `The commission ${id} is ${why} here, and the row says that it was paid elsewhere. Make it pending, then import the row again: nothing was changed.`,
    );
  }
  return "paid";
}

/** A row that cannot be right: units that were swapped, or dates. @throws unprocessable_entity */
export function checkFigures({ amount, earnings }: SaleImport, { at, paidAt }: { at: Date; paidAt: Date }): void {
  if (earnings > amount) {
    const message = `too_big: earnings: must be at most the sale's amount, ${amount}: they may be swapped, or in other units. What was earned beyond it is a commission of its own (POST /commissions)`;
    throw new ReferralsError("unprocessable_entity", message);
  }
  // Many exports have the day of a payment only.
  if (dayOf(paidAt) < dayOf(at)) {
    throw new ReferralsError("unprocessable_entity", `custom: paidAt: must not be before date, ${dayOf(at)}`);
  }
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
