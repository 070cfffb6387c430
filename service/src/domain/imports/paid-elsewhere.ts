import { addRows } from "../../store/queries/add-rows.ts";
import { findImportedPayouts, growImportedPayouts, type PayoutGrowth } from "../../store/queries/tracking/imports.ts";
import { nextPayoutNumber } from "../../store/queries/money/payouts.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import { auditAll } from "../audit.ts";
import { now, type Context } from "../context.ts";

/** Money that the other product paid a partner. */
export interface PaidElsewhere {
  enrollment: EnrollmentRow;
  earnings: number;
  currency: string;
  /** When the partner earned it, and when it was paid. */
  at: Date;
  paidAt: Date;
  /** The payout of the other product; one for each month without. */
  reference: string | undefined;
}

/** All amounts that one payout paid. */
type Payout = PayoutGrowth & Pick<PaidElsewhere, "enrollment" | "currency"> & { reference: string };

/**
 * Adds amounts to the completed payouts of the other product, or makes these payouts. No export and no run includes them, so nothing is
 * paid twice. The caller holds the enrollments' row locks.
 * @returns their ids, in the order of the amounts
 */
export async function paidElsewhere(ctx: Context, paid: readonly PaidElsewhere[]): Promise<string[]> {
  if (paid.length === 0) return [];
  const payouts = new Map<string, Payout>();
  for (const one of paid) payouts.set(nameOf(one), grown(payouts.get(nameOf(one)), one));
  const list = [...payouts.values()];
  const asked = list.map(({ enrollment, reference }) => ({ enrollmentId: enrollment.id, reference }));
  const known = await findImportedPayouts(ctx.db, asked);
  const ids = list.map((_, index) => known[index] ?? ctx.ids.next("po"));
  const withIds = list.map((payout, index) => ({ ...payout, id: ids[index] ?? "" }));
  await growImportedPayouts(
    ctx.db,
    withIds
      .filter((_, index) => known[index])
      .map(({ id, amount, from, to, paidAt }) => ({ id, amount, from, to, paidAt })),
    now(ctx),
  );
  await make(
    ctx,
    withIds.filter((_, index) => !known[index]),
  );
  const byName = new Map([...payouts.keys()].map((name, index) => [name, ids[index] ?? ""]));
  return paid.map((one) => byName.get(nameOf(one)) ?? "");
}

/** The payout that paid an amount: the one it names, else that of its month. */
export function referenceOf({ reference, paidAt }: Pick<PaidElsewhere, "reference" | "paidAt">): string {
  return reference ?? `imported ${paidAt.toISOString().slice(0, 7)}`;
}

function nameOf(one: PaidElsewhere): string {
  return `${one.enrollment.id} ${referenceOf(one)}`;
}

function grown(before: Payout | undefined, one: PaidElsewhere): Payout {
  const { enrollment, currency, earnings: amount, at, paidAt } = one;
  if (!before) return { enrollment, currency, amount, from: at, to: at, paidAt, reference: referenceOf(one) };
  return {
    ...before,
    amount: before.amount + amount,
    from: at < before.from ? at : before.from,
    to: at > before.to ? at : before.to,
    paidAt: paidAt > before.paidAt ? paidAt : before.paidAt,
  };
}

async function make(ctx: Context, payouts: readonly (Payout & { id: string })[]): Promise<void> {
  const [some] = payouts;
  if (!some) return;
  const first = await nextPayoutNumber(ctx.db, some.enrollment.program_id, payouts.length);
  const rows = payouts.map(({ id, enrollment, amount, currency, reference, from, to, paidAt }, index) => {
    return {
      id,
      workspace_id: enrollment.workspace_id,
      program_id: enrollment.program_id,
      enrollment_id: enrollment.id,
      partner_id: enrollment.partner_id,
      status: "completed",
      kind: "regular",
      imported: true,
      amount,
      currency,
      method: "manual",
      number: first + index,
      reference,
      period_start: from,
      period_end: to,
      initiated_at: paidAt,
      paid_at: paidAt,
      created_at: paidAt,
      updated_at: now(ctx),
    };
  });
  await addRows(ctx.db, "payouts", rows);
  const made = { operation: "payout.import", entity: "payout", to: "completed" } as const;
  await auditAll(
    ctx,
    payouts.map(({ id: entityId }) => ({ ...made, entityId })),
  );
}
