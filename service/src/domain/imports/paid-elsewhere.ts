import { findImportedPayout, growImportedPayout } from "../../store/queries/imports.ts";
import { insertPayout, nextPayoutNumber } from "../../store/queries/payouts.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import { audit } from "../audit.ts";
import { now, type Context } from "../context.ts";

/** Money a partner had before the move. */
export interface PaidElsewhere {
  earnings: number;
  currency: string;
  /** When it was earned, and when it was paid. */
  at: Date;
  paidAt: Date;
  /** The payout of the other product; one for each month without. */
  reference: string | undefined;
}

/**
 * Adds to the completed payout of what was paid elsewhere, or makes it. It is in no export and no run, so that nothing is paid twice.
 * The caller holds the enrollment's row lock.
 * @returns its id
 */
export async function paidElsewhere(ctx: Context, enrollment: EnrollmentRow, paid: PaidElsewhere): Promise<string> {
  const { earnings, currency, at, paidAt } = paid;
  const reference = paid.reference ?? `imported ${paidAt.toISOString().slice(0, 7)}`;
  const known = await findImportedPayout(ctx.db, enrollment.id, reference);
  if (known) {
    await growImportedPayout(ctx.db, known, { earnings, at, paidAt, updatedAt: now(ctx) });
    return known;
  }
  const id = ctx.ids.next("po");
  await insertPayout(ctx.db, {
    id,
    workspace_id: enrollment.workspace_id,
    program_id: enrollment.program_id,
    enrollment_id: enrollment.id,
    partner_id: enrollment.partner_id,
    status: "completed",
    imported: true,
    amount: earnings,
    currency,
    method: "manual",
    number: await nextPayoutNumber(ctx.db, enrollment.program_id),
    reference,
    period_start: at,
    period_end: at,
    initiated_at: paidAt,
    paid_at: paidAt,
    created_at: paidAt,
    updated_at: now(ctx),
  });
  await audit(ctx, { operation: "payout.import", entity: "payout", entityId: id, to: "completed" });
  return id;
}
