import { ReferralsError, type Customer, type CustomerInput, type CustomerPatch } from "referrals-embed/contract";
import { eraseCustomerEvents, insertCustomer, updateCustomerRow } from "../../store/queries/tracking/customers.ts";
import * as erasure from "../../store/queries/partners/erasure.ts";
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
 * Erases a customer's personal data: the facts, the events' metadata, what pages and partners reported of them, notes, webhook events still to be sent or replayed, kept answers, and what payment providers said of them.
 * Amounts and invoice keys stay, so that
 * replays stay harmless; the same external id is a new customer later.
 * @throws not_found
 */
export function deleteCustomer(ctx: Context, id: string): Promise<{ id: string }> {
  return inTransaction(ctx, async (ctx) => {
    const found = await findCustomer(ctx, id);
    const {
      id: customerId,
      email,
      external_id: externalId,
      external_key: externalKey,
      stripe_customer_id: stripeId,
    } = found;
    const reported = externalId === null ? [] : await forgetReported(ctx, externalId);
    // Locks submissions before the customer's row: moving a submission locks both in this order.
    const submissions = await erasure.wipeSubmissionsOf(ctx.db, customerId);
    const nothing = { name: null, email: null, avatar: null, external_id: null, stripe_customer_id: null };
    await updateCustomerRow(ctx.db, customerId, { ...nothing, erased_at: now(ctx) });
    await eraseCustomerEvents(ctx.db, customerId, withoutFacts);
    await erasure.wipeCustomerNotes(ctx.db, customerId);
    await erasure.wipeCustomerEvents(ctx.db, customerId, ctx.workspaceId);
    const names = [customerId, email, externalId, ...submissions, ...reported].filter((name) => name !== null);
    await erasure.wipeKeptAnswers(ctx.db, { workspaceId: ctx.workspaceId, names });
    if (externalKey !== null) await erasure.forgetRequestsTo(ctx.db, ctx.workspaceId, externalKey);
    const byNames = [email, externalId, stripeId].filter((name) => name !== null);
    await wipeIntegrations(ctx.db, ctx.workspaceId, { customerId, externalKey, names: byNames });
    await ctx.afterCommit(() => ctx.store.notify(erasure.ERASED, ctx.workspaceId));
    await audit(ctx, { operation: "customer.erase", entity: "customer", entityId: customerId });
    return { id: customerId };
  });
}

/**
 * Pages' reports of a customer identify them and never counted as sales.
 * @returns the invoices: stored answers to pages are found by them, since they name no customer
 */
async function forgetReported(ctx: Context, externalId: string): Promise<string[]> {
  const reported = await findUnverifiedOfCustomer(ctx.db, ctx.workspaceId, plainId(externalId));
  await lockEnrollments(ctx.db, [...new Set(reported.map(({ enrollmentId }) => enrollmentId))]);
  await deleteUnverifiedSales(
    ctx.db,
    reported.map(({ commissionId }) => commissionId),
  );
  return reported.flatMap(({ input }) => input.invoiceId || []);
}

/** A stored answer without the customer's data. */
function withoutFacts(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null) return answer;
  const { customer, sale, ...rest } = answer as { customer?: object | null; sale?: object | null };
  const nameless = customer && { ...customer, name: null, email: null, avatar: null, externalId: "" };
  return {
    ...rest,
    ...(customer !== undefined && { customer: nameless }),
    ...(sale !== undefined && { sale: sale && { ...sale, metadata: null } }),
  };
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
