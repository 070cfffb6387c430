import { ReferralsError, type ReferralStatus, type Submission } from "referrals-embed/contract";
import { customersByEmail } from "../../store/queries/tracking/customers.ts";
import { lockSubmission, updateSubmission } from "../../store/queries/partners/referral-submissions.ts";
import { findFirstLink, lockEnrollments } from "../../store/queries/tracking/tracking.ts";
import type { SentSubmission, SubmissionRow } from "../../store/schema/enrollments.ts";
import { audit } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { isAsSeen, type Versioned } from "../if-match.ts";
import { emailKey } from "../rules/email-key.ts";
import type { CustomerFacts } from "../rules/decide-event.ts";
import { creditLead } from "../tracking/track-lead.ts";
import { creditSale } from "../tracking/track-sale.ts";
import { inTransaction } from "../transaction.ts";
import type { LinkRow } from "../../store/schema/links.ts";
import { foundSubmission, versioned } from "./list-submissions.ts";

/** Open statuses in their order; a submission never moves back. */
const open: readonly ReferralStatus[] = ["pending", "qualified", "meeting", "negotiation"];

/** The amount of a submission that was won, in minor units. */
export interface WonSale {
  amount: number;
  currency?: string;
}

/** What is changed of a submission. */
export interface SubmissionChange {
  status?: ReferralStatus | undefined;
  /** The sale of one that is won. */
  won?: WonSale | undefined;
  note?: string | null | undefined;
  /** `If-Match`; undefined changes whatever there is. */
  seen?: string | undefined;
}

/**
 * Moves a referral submission forward, writes its note, or both. From `qualified` on, the referred person becomes the partner's customer with
 * one lead event; `won` with an amount records a sale too. The same status again has no effect.
 * @throws not_found; conflict when it was changed since it was read, for a way back, a final status, a partner without link, or a customer of
 *   another partner
 */
export function changeSubmission(ctx: Context, id: string, change: SubmissionChange): Promise<Versioned<Submission>> {
  return inTransaction(ctx, async (ctx) => {
    const before = await hold(ctx, id);
    if (!isAsSeen(change.seen, versioned(before).version))
      throw new ReferralsError("conflict", "The referral was changed since you read it. Read it again.");
    return versioned(await writeNote(ctx, await move(ctx, before, change), change));
  });
}

/** Locks the enrollment, then the submission. */
async function hold(ctx: Context, id: string): Promise<SentSubmission> {
  const { enrollment_id, partner_id } = await foundSubmission(ctx, id);
  await lockEnrollments(ctx.db, [enrollment_id]);
  return { ...(await lockSubmission(ctx.db, id)), partner_id };
}

async function move(
  ctx: Context,
  before: SentSubmission,
  { status: to = before.status, won }: SubmissionChange,
): Promise<SentSubmission> {
  const { id, status: from } = before;
  if (from === to) return before;
  checkWay(from, to);
  const customerId = isQualified(to) ? await credit(ctx, before, to === "closedWon" ? won : undefined) : null;
  const patch = { status: to, customer_id: customerId ?? before.customer_id, updated_at: now(ctx) };
  await updateSubmission(ctx.db, id, patch);
  await audit(ctx, { operation: "referral.move", entity: "referral", entityId: id, from, to });
  return { ...before, ...patch };
}

/** `updated_at`, which the partner sees, stays: a note is none of the partner's business. */
async function writeNote(ctx: Context, before: SentSubmission, { note }: SubmissionChange): Promise<SentSubmission> {
  if (note === undefined || note === before.note) return before;
  await updateSubmission(ctx.db, before.id, { note });
  const changes = { note: { old: before.note, new: note } };
  await audit(ctx, { operation: "referral.note", entity: "referral", entityId: before.id, changes });
  return { ...before, note };
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
