import { lockLinksOf } from "../store/lock-order.ts";
import { enrollmentsNamed, type Names } from "../store/queries/partners/enrollments-named.ts";
import { lockEnrollments } from "../store/queries/tracking/tracking.ts";
import type { Context } from "./context.ts";
import { emailKey } from "./rules/email-key.ts";
import { plainId } from "./rules/event-key.ts";

/**
 * Locks all enrollments of a bulk call in id order, when the call is one transaction, as with an `Idempotency-Key`. Without this the
 * transaction would take the locks in the order of the list and deadlock with a call in another order.
 */
export async function lockAhead(ctx: Context, enrollmentIds: () => Promise<readonly string[]>): Promise<void> {
  if (ctx.db.isTransaction) await lockEnrollments(ctx.db, await enrollmentIds());
}

/** The same with all their links, for a call that counts events in several waves: storing clicks locks links before figures. */
export async function lockLinksAhead(ctx: Context, enrollmentIds: () => Promise<readonly string[]>): Promise<void> {
  if (!ctx.db.isTransaction) return;
  const enrollments = await lockEnrollments(ctx.db, await enrollmentIds());
  await lockLinksOf(ctx.db, [...enrollments.keys()]);
}

/** The enrollments that items of a bulk call name: by partner, tenant, address or customer. */
export function namedBy(ctx: Context, items: readonly unknown[]): Promise<string[]> {
  const names: Names = { partnerIds: [], tenantIds: [], emailKeys: [], customerIds: [] };
  for (const item of items) collect(item, names);
  return enrollmentsNamed(ctx.db, ctx.workspaceId, names);
}

function collect(item: unknown, names: Names): void {
  if (typeof item !== "object" || item === null) return;
  const { partnerId, tenantId, email, partnerEmail, externalId, customer } = item as Record<string, unknown>;
  const add = (to: string[], value: unknown, read = (text: string) => text): void => {
    if (typeof value === "string") to.push(read(value));
  };
  add(names.partnerIds, partnerId);
  add(names.tenantIds, tenantId);
  add(names.emailKeys, email, emailKey);
  add(names.emailKeys, partnerEmail, emailKey);
  add(names.customerIds, externalId, plainId);
  collect(customer, names);
}
