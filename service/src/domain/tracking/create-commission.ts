import { ReferralsError, type CommissionInput } from "referrals-embed/contract";
import { insertCommissions } from "../../store/queries/money/commissions.ts";
import { findCustomerById, findFirstLink, findLink, lockEnrollments } from "../../store/queries/tracking/tracking.ts";
import { audit } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { findEnrollment } from "../programs/find-enrollment.ts";
import type { CustomerFacts } from "../rules/decide-event.ts";
import { creditLead } from "./track-lead.ts";
import { creditSale } from "./track-sale.ts";
import { loadProgram } from "../programs/load-program.ts";
import { pastOrPresent } from "../past-date.ts";
import { inTransaction } from "../transaction.ts";
import { announceCommissions } from "../ledger/write-commissions.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import type { LinkRow } from "../../store/schema/links.ts";
import { present } from "../../present.ts";

/**
 * Makes a commission by hand: a custom amount, or a lead or sale credited to a partner's link.
 * @throws not_found for an unknown partner, customer or link; conflict when the partner cannot be credited
 */
export function createCommission(ctx: Context, input: CommissionInput): Promise<{ success: boolean; message: string }> {
  return inTransaction(ctx, async (ctx) => {
    const enrollment = await findEnrollment(ctx, { partnerId: input.partnerId });
    if ((input.type ?? "custom") === "custom") return createCustom(ctx, enrollment, input);
    const link = await linkOf(ctx, enrollment, input.linkId);
    const facts = await factsOf(ctx, input);
    if (input.type === "lead") {
      const lead = { ...input.lead, eventName: input.lead?.eventName ?? "Sign up" };
      await creditLead(ctx, facts, { link, lead });
    } else {
      const { sale } = await creditSale(ctx, facts, { link, sale: present(input.sale, "sale") });
      if (sale?.holdReason) return { ...done, message: `The commission was created, and is held: ${sale.holdReason}.` };
    }
    return done;
  });
}

const done = { success: true, message: "The commission was created." };

async function createCustom(
  ctx: Context,
  { id: enrollmentId }: EnrollmentRow,
  input: CommissionInput,
): Promise<typeof done> {
  const enrollment = present((await lockEnrollments(ctx.db, [enrollmentId])).get(enrollmentId), "the enrollment");
  const amount = present(input.amount, "amount");
  if (enrollment.status === "banned" && amount > 0) {
    throw new ReferralsError("conflict", "The partner is banned and cannot be given a commission.");
  }
  const program = await loadProgram(ctx);
  const id = ctx.ids.next("cm");
  await insertCommissions(ctx.db, [
    {
      id,
      workspace_id: enrollment.workspace_id,
      program_id: enrollment.program_id,
      enrollment_id: enrollment.id,
      partner_id: enrollment.partner_id,
      type: "custom",
      amount,
      gross_earnings: amount,
      earnings: amount,
      currency: program.currency,
      status: "pending",
      payable_at: now(ctx),
      reason: amount < 0 ? "manual" : null,
      description: input.description ?? null,
      created_at: pastOrPresent(ctx, input.date === undefined ? now(ctx) : new Date(input.date), { field: "date" }),
      updated_at: now(ctx),
    },
  ]);
  await audit(ctx, { operation: "commission.create", entity: "commission", entityId: id, to: "pending" });
  await announceCommissions(ctx, [id]);
  return done;
}

async function linkOf(ctx: Context, enrollment: EnrollmentRow, linkId: string | undefined): Promise<LinkRow> {
  if (linkId === undefined) {
    const first = await findFirstLink(ctx.db, enrollment.id);
    if (first) return first;
    throw new ReferralsError("conflict", "The partner has no link to credit. Make one first.");
  }
  const link = await findLink(ctx.db, linkId);
  if (link?.enrollment_id === enrollment.id) return link;
  throw new ReferralsError("unprocessable_entity", "custom: linkId: is no link of this partner");
}

async function factsOf(ctx: Context, { customerId, customer }: CommissionInput): Promise<CustomerFacts> {
  if (customer) {
    const {
      externalId: customerExternalId,
      name: customerName,
      email: customerEmail,
      avatar: customerAvatar,
      country: customerCountry,
    } = customer;
    return { customerExternalId, customerName, customerEmail, customerAvatar, customerCountry };
  }
  const known = await findCustomerById(ctx.db, ctx.workspaceId, present(customerId, "customerId"));
  if (known?.external_id) return { customerExternalId: known.external_id };
  throw new ReferralsError("unprocessable_entity", `custom: customerId: there is no customer ${customerId}`);
}
