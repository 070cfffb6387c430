import { ReferralsError, type Customer } from "referrals-embed/contract";
import { findCustomerRecord, type CustomerRecordRow } from "../../store/queries/tracking/customers.ts";
import type { Context } from "../context.ts";
import { toCustomer, toExpandedCustomer } from "./customer-record.ts";

/**
 * A customer of this workspace by `cus_...` or `ext_<the integrator's id>`. Erased customers are not found.
 * @throws not_found
 */
export async function findCustomer(ctx: Context, id: string): Promise<CustomerRecordRow> {
  const row = await findCustomerRecord(ctx.db, ctx.workspaceId, id);
  if (row) return row;
  throw new ReferralsError("not_found", `There is no customer ${id}.`);
}

/** The record of a customer, with link, partner and discount when asked for. */
export async function getCustomer(ctx: Context, id: string, expanded: boolean): Promise<Customer> {
  const row = await findCustomer(ctx, id);
  return expanded ? toExpandedCustomer(row) : toCustomer(row);
}
