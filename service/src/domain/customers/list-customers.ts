import type { Customer, CustomerListQuery } from "referrals-embed/contract";
import { findCustomerPosition, listCustomerRecords } from "../../store/queries/customers.ts";
import type { Context } from "../context.ts";
import { listWindow } from "../read-window.ts";
import { toCustomer, toExpandedCustomer } from "./customer-record.ts";

/**
 * Lists the workspace's customers, newest first unless said; `email` beats `externalId` beats `search`.
 * @throws unprocessable_entity for a bad cursor
 */
export async function listCustomers(ctx: Context, query: CustomerListQuery): Promise<Customer[]> {
  const { workspaceId } = ctx;
  const sorted = (query.sortBy ?? "createdAt") !== "createdAt";
  const window = await listWindow(query, sorted, (id) => findCustomerPosition(ctx.db, workspaceId, id));
  const rows = await listCustomerRecords(ctx.db, { ...query, workspaceId }, window);
  return rows.map(query.includeExpandedFields ? toExpandedCustomer : toCustomer);
}
