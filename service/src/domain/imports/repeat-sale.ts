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

/** A parsed row whose sale is known. */
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
 * Compares rows with known sales, and applies only one difference: the other product has paid a commission that we have not. It reports any
 * other difference, because that is a mistake or needs a person's decision. The caller holds the locks of {@link enrollmentsOf}.
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
      // From now on the refund is a correction of the commission and no longer voids it.
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
  // The other product paid in full despite an earlier refund: later payouts take that back.
  await settleSources(ctx, { ids: changes.map(({ row }) => row.id) }, { enrollments, cause });
  for (const { input, commission } of news) ends.set(input, { outcome: "changed", id: commission.id });
}

async function knownSales(ctx: Context, rows: readonly RepeatedSale[]): Promise<KnownSale[]> {
  const invoices = rows.map(({ input }) => input.invoiceId);
  const found = await findKnownSales(ctx.db, ctx.workspaceId, invoices);
  return found.map((sale) => present(sale, "the known sale"));
}

/** The outcome of a row, or `paid` when the row is the first to say that the other product paid its sale. */
function judge(sale: KnownSale, row: RepeatedSale, program: TrackingProgram): End | "paid" {
  const differing = differences(sale, row, program);
  if (differing.length > 0) {
    return new Conflict(
      `The sale ${row.input.invoiceId} is known with another ${differing.join(", and another ")}. Nothing was changed.`,
    );
  }
  const { commission } = sale;
  // Without earnings nothing can be unpaid or paid.
  if (!commission) return unchanged(null);
  const end = row.input.status === "paid" ? judgePaid(commission, row) : judgePending(commission);
  if (end !== "paid" || commission.gross_earnings === (sale.imported_earnings ?? commission.gross_earnings)) return end;
  return new Conflict(
    `The commission ${commission.id} was corrected here to ${commission.gross_earnings}, and the row says that ${row.input.earnings} were paid elsewhere. Nothing was changed.`,
  );
}

/**
 * The differences between a row and the store, in words. A person's later correction is not a difference: the imported value still agrees.
 */
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
    // For a sale tracked here, the stored date is the time of its report.
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
  // A commission that a full refund voided can never become pending again: a refusal here would block the row's import for good.
  if (status !== "pending" && status !== "processed" && !isVoidByRefund(commission)) {
    const why = status === "hold" ? `on hold for ${commission.hold_reasons.join(", ")}` : status;
    return new Conflict(
      `The commission ${id} is ${why} here, and the row says that it was paid elsewhere. Make it pending, then import the row again: nothing was changed.`,
    );
  }
  return "paid";
}

/** Refuses an impossible row: swapped units or dates. @throws unprocessable_entity */
export function checkFigures({ amount, earnings }: SaleImport, { at, paidAt }: { at: Date; paidAt: Date }): void {
  if (earnings > amount) {
    const message = `too_big: earnings: must be at most the sale's amount, ${amount}: they may be swapped, or in other units. What was earned beyond it is a commission of its own (POST /commissions)`;
    throw new ReferralsError("unprocessable_entity", message);
  }
  // Many exports give only the day of a payment.
  if (dayOf(paidAt) < dayOf(at)) {
    throw new ReferralsError("unprocessable_entity", `custom: paidAt: must not be before date, ${dayOf(at)}`);
  }
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
