import { ReferralsError, type ReferralStatus, type Submission } from "referrals-embed/contract";
import { customersByEmail } from "../../store/queries/tracking/customers.ts";
import { findSubmitter, lockSubmission, updateSubmission } from "../../store/queries/partners/referral-submissions.ts";
import { findFirstLink, lockEnrollments } from "../../store/queries/tracking/tracking.ts";
import type { SubmissionRow } from "../../store/schema/enrollments.ts";
import { audit } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { emailKey } from "../rules/email-key.ts";
import type { CustomerFacts } from "../rules/decide-event.ts";
import { creditLead } from "../tracking/track-lead.ts";
import { creditSale } from "../tracking/track-sale.ts";
import { inTransaction } from "../transaction.ts";
import type { LinkRow } from "../../store/schema/links.ts";

/** Open statuses in their order; a submission never moves back. */
const open: readonly ReferralStatus[] = ["pending", "qualified", "meeting", "negotiation"];

/** The amount of a submission that was won, in minor units. */
export interface WonSale {
  amount: number;
  currency?: string;
}

/**
 * Moves a referral submission forward. From `qualified` on, the referred person becomes the partner's customer with one lead event; `won`
 * with an amount records a sale too. The same status again has no effect.
 * @throws not_found; conflict for a way back, a final status, a partner without link, or a customer of another partner
 */
export function moveSubmission(
  ctx: Context,
  id: string,
  { status, won }: { status: ReferralStatus; won?: WonSale },
): Promise<Submission> {
  return inTransaction(ctx, async (ctx) => {
    const { row: before, partnerId } = await hold(ctx, id);
    if (before.status === status) return toSubmission(before, partnerId);
    checkWay(before.status, status);
    const customerId = isQualified(status) ? await credit(ctx, before, status === "closedWon" ? won : undefined) : null;
    const after = await updateSubmission(ctx.db, id, {
      status,
      customer_id: customerId ?? before.customer_id,
      updated_at: now(ctx),
    });
    const way = { from: before.status, to: status };
    await audit(ctx, { operation: "referral.move", entity: "referral", entityId: id, ...way });
    return toSubmission(after, partnerId);
  });
}

/** Locks the enrollment, then the submission. */
async function hold(ctx: Context, id: string): Promise<{ row: SubmissionRow; partnerId: string }> {
  const found = await findSubmitter(ctx.db, ctx.workspaceId, id);
  if (!found) throw new ReferralsError("not_found", `There is no referral ${id}.`);
  await lockEnrollments(ctx.db, [found.enrollmentId]);
  return { row: await lockSubmission(ctx.db, id), partnerId: found.partnerId };
}

function checkWay(from: ReferralStatus, to: ReferralStatus): void {
  const isOpen = open.includes(from);
  const forward = !open.includes(to) || open.indexOf(to) > open.indexOf(from);
  if (isOpen && forward) return;
  throw new ReferralsError("conflict", `A referral that is ${from} cannot become ${to}.`);
}

function isQualified(status: ReferralStatus): boolean {
  return status !== "pending" && status !== "unqualified" && status !== "closedLost";
}

async function credit(ctx: Context, row: SubmissionRow, won: WonSale | undefined): Promise<string> {
  const link = await linkOf(ctx, row);
  const facts = await factsOf(ctx, row);
  const customerId = await creditLead(ctx, facts, { link, lead: { eventName: "referral-submission" } });
  if (won && won.amount > 0)
    await creditSale(ctx, facts, { link, sale: { ...won, invoiceId: `submission:${row.id}` } });
  return customerId;
}

async function linkOf(ctx: Context, row: SubmissionRow): Promise<LinkRow> {
  const link = await findFirstLink(ctx.db, row.enrollment_id);
  if (link?.is_default) return link;
  throw new ReferralsError("conflict", "The partner has no default link to credit the referral to.");
}

/** The customer with the email of field `email`, or a new one for this submission. */
async function factsOf(ctx: Context, { id, values }: SubmissionRow): Promise<CustomerFacts> {
  const given = values["email"];
  const customerEmail = typeof given === "string" && given.trim() !== "" ? given.trim() : null;
  const known = customerEmail ? await customerByEmail(ctx, customerEmail) : undefined;
  return { customerExternalId: known ?? `submission:${id}`, customerEmail };
}

async function customerByEmail(ctx: Context, email: string): Promise<string | undefined> {
  const rows = await customersByEmail(ctx.db, ctx.workspaceId, email);
  return rows.find((row) => row.email && emailKey(row.email) === emailKey(email))?.external_id ?? undefined;
}

function toSubmission(row: SubmissionRow, partnerId: string): Submission {
  const { id, status, values } = row;
  const [createdAt, updatedAt] = [row.created_at.toISOString(), row.updated_at.toISOString()];
  return { id, status, values, createdAt, updatedAt, partnerId };
}
