import { ReferralsError, type Customer, type CustomerInput, type CustomerPatch } from "referrals-embed/contract";
import { insertCustomer, updateCustomerRow } from "../../store/queries/tracking/customers.ts";
import * as keptAnswers from "../../store/queries/access/kept-answers.ts";
import { ERASED } from "../../store/queries/partners/erasure.ts";
import * as erasure from "../../store/queries/tracking/customer-erasure.ts";
import { wipeIntegrations } from "../../store/queries/tracking/integrations.ts";
import { renameTiedCustomer, tieStripeCustomer } from "../../store/queries/tracking/provider-customers.ts";
import { lockEnrollments } from "../../store/queries/tracking/tracking.ts";
import { deleteUnverifiedSales, findUnverifiedOfCustomer } from "../../store/queries/money/unverified-sales.ts";
import { isUniqueViolation } from "../../store/violations.ts";
import { audit } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { plainId } from "../rules/event-key.ts";
import { inTransaction } from "../transaction.ts";
import { customerPatch } from "../../schemas/customers.ts";
import { columnsOf } from "../record.ts";
import { toCustomer } from "./customer-record.ts";
import { findCustomer } from "./find-customer.ts";

/** Adds a customer without a binding. @throws conflict when the external id is taken */
export function createCustomer(ctx: Context, input: CustomerInput): Promise<Customer> {
  return inTransaction(ctx, async (ctx) => {
    const id = ctx.ids.next("cus");
    const values = { id, workspace_id: ctx.workspaceId, ...columnsOf(customerPatch, input), created_at: now(ctx) };
    await unlessTaken(input.externalId, () => insertCustomer(ctx.db, values));
    await tieCustomer(ctx, null, input);
    await audit(ctx, { operation: "customer.create", entity: "customer", entityId: id });
    return toCustomer(await findCustomer(ctx, id));
  });
}

/** Facts about providers' customers follow the owner, who may change a customer's id or assign a Stripe customer. */
export async function tieCustomer(
  ctx: Context,
  before: string | null,
  { externalId, stripeCustomerId }: Pick<CustomerPatch, "externalId" | "stripeCustomerId">,
): Promise<void> {
  const [from, to] = [before, externalId ?? before].map((id) => (id ? plainId(id) : null));
  if (!to) return;
  if (from && from !== to) await renameTiedCustomer(ctx.db, ctx.workspaceId, { from, to });
  const at = now(ctx);
  if (stripeCustomerId) await tieStripeCustomer(ctx.db, ctx.workspaceId, { id: stripeCustomerId, externalKey: to, at });
}

/**
 * Erases a customer's personal data: the facts, the events' metadata, what pages and partners reported of them, notes, webhook events still
 * to be sent or replayed, kept answers, and what payment providers said of them. Amounts and invoice keys stay, so that replays stay
 * harmless; the same external id is a new customer later.
 * @throws not_found
 */
export async function deleteCustomer(ctx: Context, id: string): Promise<{ id: string }> {
  const started = new Date(now(ctx).getTime() - LONGEST_CALL_MS);
  const found = await findCustomer(ctx, id);
  const ahead = [
    ...(await erasure.submissionsOf(ctx.db, found.id)),
    ...reportedInvoices(await findReported(ctx, found)),
  ];
  // Most of it before the transaction, in portions: on the embedded store every other call waits for the end of one.
  await keptAnswers.wipeKeptAnswersBefore(ctx.db, kept(ctx, found, ahead), started);
  const { workspaceId } = ctx;
  const done = await erasure.wipeCustomerEventsAhead(ctx.db, { customerId: found.id, workspaceId });
  return inTransaction(ctx, async (ctx) => {
    const found = await findCustomer(ctx, id);
    const { id: customerId, email, external_id: externalId, external_key: externalKey } = found;
    const reported = await forgetReported(ctx, found);
    // Before the customer's row, as a submission that is moved on takes both.
    const submissions = await erasure.wipeSubmissionsOf(ctx.db, customerId);
    const nothing = { name: null, email: null, avatar: null, external_id: null, stripe_customer_id: null };
    await updateCustomerRow(ctx.db, customerId, { ...nothing, erased_at: now(ctx) });
    await erasure.wipeCustomerNotes(ctx.db, customerId);
    await erasure.wipeCustomerEvents(ctx.db, { customerId, workspaceId }, done);
    await keptAnswers.wipeKeptAnswers(ctx.db, kept(ctx, found, [...submissions, ...reported]), { from: started });
    if (externalKey !== null) await keptAnswers.forgetRequestsTo(ctx.db, ctx.workspaceId, externalKey);
    const byNames = [email, externalId, found.stripe_customer_id].filter((name) => name !== null);
    await wipeIntegrations(ctx.db, ctx.workspaceId, { customerId, externalKey, names: byNames });
    await ctx.afterCommit(() => ctx.store.notify(ERASED, ctx.workspaceId));
    await audit(ctx, { operation: "customer.erase", entity: "customer", entityId: customerId });
    return { id: customerId };
  });
}

/** Longer than any call: the answer of one that began before is kept by now. */
const LONGEST_CALL_MS = 120_000;

type Found = Awaited<ReturnType<typeof findCustomer>>;

/** By which names kept answers speak of a customer, besides others. */
function kept(
  { workspaceId }: Context,
  { id, email, external_id: externalId }: Found,
  others: string[],
): keptAnswers.ErasedPerson {
  return { workspaceId, names: [id, email, externalId, ...others].filter((name) => name !== null) };
}

/** What pages reported of a customer: it says who they are, and was never a sale. */
async function findReported(ctx: Context, { external_id: externalId }: Found) {
  return externalId === null ? [] : findUnverifiedOfCustomer(ctx.db, ctx.workspaceId, plainId(externalId));
}

/** The invoices by which answers to pages are known: they name no customer. */
function reportedInvoices(reported: Awaited<ReturnType<typeof findReported>>): string[] {
  return reported.flatMap(({ input }) => input.invoiceId || []);
}

/** Deletes what pages reported of a customer. @returns its invoices */
async function forgetReported(ctx: Context, found: Found): Promise<string[]> {
  const reported = await findReported(ctx, found);
  await lockEnrollments(ctx.db, [...new Set(reported.map(({ enrollmentId }) => enrollmentId))]);
  await deleteUnverifiedSales(
    ctx.db,
    reported.map(({ commissionId }) => commissionId),
  );
  return reportedInvoices(reported);
}

/** Writes a customer. @throws conflict when the external id is taken */
export async function unlessTaken(externalId: string | undefined, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isUniqueViolation(error, "customers_external_id")) throw error;
    throw new ReferralsError("conflict", `There is a customer with the externalId ${externalId} already.`, {
      cause: error,
    });
  }
}
