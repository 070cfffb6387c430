import type { SaleInput } from "referrals-embed/contract";
import { insertEarned } from "../../store/queries/tracking/tracked-events.ts";
import { wakeWorkspaceEvents } from "../../store/queries/tracking/integrations.ts";
import { lockEnrollments } from "../../store/queries/tracking/tracking.ts";
import {
  deleteUnverifiedSales,
  insertUnverifiedSale,
  isKnownUnverified,
  restateUnverifiedSales,
} from "../../store/queries/money/unverified-sales.ts";
import { auditAll } from "../audit.ts";
import { valueSale } from "../commissions/value-sale.ts";
import { now, type Context } from "../context.ts";
import { targetOf } from "../rules/attribution.ts";
import { plainId } from "../rules/event-key.ts";
import { outranks } from "../rules/provenance.ts";
import { isEarning } from "../rules/statuses.ts";
import type { Call, NamedPartner } from "./lock-event.ts";

/**
 * Stores a sale whose partner only a page or a buyer has named: a commission of 0 on hold for that partner, and nothing else. No customer,
 * binding, counter or invoice key, so that dropping a false report leaves no trace in the figures. The answer to a page does not depend on
 * this. Of several reports of an invoice only those of the strongest source stay.
 * @returns whether it was stored: not without a partner, nor when a stronger source has reported the invoice
 */
export async function keepUnverified(ctx: Context, input: SaleInput, call: Call): Promise<boolean> {
  const byServer = call.source !== "page";
  const source = call.source === "provider-buyer" ? call.source : "page";
  const at = now(ctx);
  const { amount, currency, invoiceId = null, metadata } = input;
  const value = await valueSale(ctx, call.program, { amount, currency: currency ?? "usd", at });
  const target = targetOf(call, call.program, at);
  const enrollmentId = target.enrollmentId;
  if (amount === 0 || call.sale || enrollmentId === null || !target.inside) return false;
  if (call.reported.some((other) => outranks(other.source, source))) return false;
  const enrollment = (await lockEnrollments(ctx.db, [enrollmentId])).get(enrollmentId);
  if (!enrollment || !isEarning(enrollment, at)) return false;
  const { workspaceId } = ctx;
  const customerKey = plainId(input.customerExternalId);
  if (invoiceId && (await isKnownUnverified(ctx.db, workspaceId, { invoiceId, customerKey, enrollmentId, source })))
    return true;
  const weaker = call.reported.filter((other) => outranks(source, other.source));
  const review = weaker.find((other) => other.enrollmentId === enrollmentId)?.review ?? null;
  await dropReported(ctx, { ...call, reported: weaker });
  const commissionId = ctx.ids.next("cm");
  const eventId = ctx.ids.next("evt");
  const { clickId, ageSeconds, kind } = target;
  const figures = {
    clickId,
    ageSeconds,
    reason: kind,
    source,
    amount,
    currency: currency ?? "usd",
    fxRate: value.fxRate,
  };
  await insertEarned(ctx.db, {
    terms: null,
    commissions: [
      {
        id: commissionId,
        workspace_id: workspaceId,
        program_id: enrollment.program_id,
        enrollment_id: enrollmentId,
        partner_id: enrollment.partner_id,
        type: "sale",
        event_id: eventId,
        customer_id: call.customer?.id ?? null,
        link_id: target.linkId,
        amount: value.amountProgram ?? 0,
        gross_earnings: 0,
        earnings: 0,
        currency: call.program.currency,
        status: "hold",
        hold_reasons: review ? ["review", "unverified"] : ["unverified"],
        note: review?.note ?? null,
        invoice_id: invoiceId || null,
        metadata: { ...metadata, customerExternalId: input.customerExternalId },
        created_at: at,
        updated_at: at,
      },
    ],
    decisions: [
      {
        id: ctx.ids.next("dec"),
        event_id: eventId,
        reward_event: "sale",
        enrollment_id: enrollmentId,
        commission_id: commissionId,
        outcome: "held",
        code: "unverified",
        figures: JSON.stringify(figures),
        at,
      },
    ],
  });
  await insertUnverifiedSale(ctx.db, workspaceId, { commissionId, customerKey, input, at, source, byServer });
  return true;
}

/** The click or code of the only partner reported for this customer's invoice; with two partners, none. */
export function reportedPartner(call: Call): NamedPartner | null {
  const same = call.reported.filter(({ customerKey }) => customerKey === plainId(call.keys.customerExternalId));
  const partners = new Set(same.map(({ enrollmentId }) => enrollmentId));
  const named = same.find(({ click, code }) => click !== null || code !== null);
  return partners.size === 1 && named ? { presented: named.click, code: named.code } : null;
}

/**
 * Drops pages' reports of a call's invoice, since the server has reported it. The caller holds the locks of the enrollments, or none yet.
 * @returns the ids of the deleted commissions
 */
export async function dropReported(ctx: Context, { reported, keys }: Call): Promise<Set<string>> {
  if (reported.length === 0) return new Set();
  await lockEnrollments(ctx.db, [...new Set(reported.map(({ enrollmentId }) => enrollmentId))]);
  const gone = await deleteUnverifiedSales(
    ctx.db,
    reported.map(({ commissionId }) => commissionId),
  );
  const why = { operation: "commission.replace", entity: "commission", from: "hold", reason: keys.invoiceId } as const;
  await auditAll(
    ctx,
    gone.map((entityId) => ({ ...why, entityId })),
  );
  return new Set(gone);
}

/** The data that lets a provider's event continue that waits for a sale. */
export function wakeFor(ctx: Context, { invoiceId }: Pick<SaleInput, "invoiceId">): Promise<void> {
  return wakeWorkspaceEvents(ctx.db, ctx.workspaceId, { names: [`sale:${invoiceId}`], at: now(ctx) });
}

/** Pages reported two partners for one sale, and the server named none: both stay on hold, with the server's amount. */
export async function restateReported(
  ctx: Context,
  { amount, currency = "usd" }: SaleInput,
  call: Call,
): Promise<void> {
  const { amountProgram } = await valueSale(ctx, call.program, { amount, currency, at: now(ctx) });
  await lockEnrollments(ctx.db, [...new Set(call.reported.map(({ enrollmentId }) => enrollmentId))]);
  await restateUnverifiedSales(
    ctx.db,
    call.reported.map(({ commissionId }) => commissionId),
    { amount, currency, amountProgram: amountProgram ?? 0 },
  );
}
