import { ReferralsError, type CommissionInput } from "referrals-embed/contract";
import { insertCommission } from "../../store/queries/commissions.ts";
import {
  findCustomerById,
  findFirstLink,
  findLink,
  lockEnrollments,
  type EnrollmentRow,
  type LinkRow,
} from "../../store/queries/tracking.ts";
import { audit } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { findEnrollment } from "../partners/find-enrollment.ts";
import { creditLead, creditSale } from "../tracking/credit-event.ts";
import type { CustomerFacts } from "../tracking/hold-customer.ts";
import { loadProgram } from "../tracking/load-program.ts";
import { inTransaction } from "../transaction.ts";
import { announceCommissions } from "./write-commissions.ts";

/**
 * Makes a commission by hand: a custom amount, or a lead or sale credited to a partner's link (api-contract §15).
 * @throws not_found for an unknown partner, customer or link; conflict when the partner cannot be credited
 */
export function createCommission(ctx: Context, input: CommissionInput): Promise<{ success: boolean; message: string }> {
  return inTransaction(ctx, async (ctx) => {
    const enrollment = await findEnrollment(ctx, { partnerId: input.partnerId });
    if ((input.type ?? "custom") === "custom") return createCustom(ctx, enrollment, input);
    const link = await linkOf(ctx, enrollment, input.linkId);
    const facts = await factsOf(ctx, input);
    if (input.type === "lead") await creditLead(ctx, facts, link, input.lead!);
    else await creditSale(ctx, facts, link, input.sale!);
    return done;
  });
}

const done = { success: true, message: "The commission was created." };

async function createCustom(ctx: Context, { id }: EnrollmentRow, input: CommissionInput): Promise<typeof done> {
  const enrollment = (await lockEnrollments(ctx.db, [id])).get(id)!;
  const amount = input.amount!;
  if (enrollment.status === "banned" && amount > 0) {
    throw new ReferralsError("conflict", "The partner is banned and cannot be given a commission.");
  }
  const program = await loadProgram(ctx);
  const made = await insertCommission(ctx.db, {
    id: ctx.ids.next("cm"),
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
    created_at: input.date ?? now(ctx),
    updated_at: now(ctx),
  });
  await audit(ctx, { operation: "commission.create", entity: "commission", entityId: made!.id, to: "pending" });
  await announceCommissions(ctx, [made!.id]);
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
  const known = await findCustomerById(ctx.db, ctx.workspaceId, customerId!);
  if (known?.external_id) return { customerExternalId: known.external_id };
  throw new ReferralsError("unprocessable_entity", `custom: customerId: there is no customer ${customerId}`);
}
