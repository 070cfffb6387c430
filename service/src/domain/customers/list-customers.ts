import type { Customer, CustomerListQuery } from "referrals-embed/contract";
import {
  findCustomerPosition,
  findCustomerRecords,
  listCustomerRecords,
  listedCustomers,
} from "../../store/queries/tracking/customers.ts";
import type { Context } from "../context.ts";
import { inBatches, listWindow } from "../read-window.ts";
import { toCustomer, toExpandedCustomer } from "./customer-record.ts";

/**
 * Lists the workspace's customers, newest first by default; `email` beats `externalId` beats `search`.
 * @throws unprocessable_entity for a bad cursor
 */
export async function listCustomers(ctx: Context, query: CustomerListQuery): Promise<Customer[]> {
  const { workspaceId } = ctx;
  const sorted = (query.sortBy ?? "createdAt") !== "createdAt";
  const window = await listWindow(query, sorted, (id) => findCustomerPosition(ctx.db, workspaceId, id));
  const rows = await listCustomerRecords(ctx.db, { ...query, workspaceId }, window);
  return rows.map(shapeOf(query));
}

/** All matching customers, in batches: those that exist at the start, each as it is when its batch is read. */
export async function* allCustomers(
  ctx: Context,
  query: CustomerListQuery,
  size: number,
): AsyncGenerator<readonly Customer[]> {
  const ids = await listedCustomers(ctx.db, { ...query, workspaceId: ctx.workspaceId });
  yield* inBatches(ids, size, async (batch) => (await findCustomerRecords(ctx.db, batch)).map(shapeOf(query)));
}

function shapeOf(query: CustomerListQuery): typeof toExpandedCustomer {
  return query.includeExpandedFields ? toExpandedCustomer : toCustomer;
}
