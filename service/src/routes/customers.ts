import { z } from "@hono/zod-openapi";
import { getCustomer } from "../domain/customers/find-customer.ts";
import { listCustomers } from "../domain/customers/list-customers.ts";
import { createCustomer, deleteCustomer, updateCustomer } from "../domain/customers/write-customer.ts";
import { customer, customerInput, customerListQuery, customerPatch, expandQuery } from "../schemas/customers.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

const params = z.object({ id: z.string() });

/** Customers of the workspace (api-contract §15). */
export const customerEndpoints: readonly Endpoint[] = [
  endpoint("customers.list", {
    query: customerListQuery,
    output: z.array(customer),
    handle: ({ ctx, query }) => listCustomers(ctx, query),
  }),
  endpoint("customers.get", {
    params,
    query: expandQuery,
    output: customer,
    handle: ({ ctx, params, query }) => getCustomer(ctx, params.id, query.includeExpandedFields ?? false),
  }),
  endpoint("customers.create", {
    body: customerInput,
    output: customer,
    handle: ({ ctx, body }) => createCustomer(ctx, body),
  }),
  endpoint("customers.update", {
    params,
    query: expandQuery,
    body: customerPatch,
    output: customer,
    handle: ({ ctx, params, query, body }) =>
      updateCustomer(ctx, params.id, body, query.includeExpandedFields ?? false),
  }),
  endpoint("customers.delete", {
    params,
    output: z.strictObject({ id: z.string() }),
    handle: ({ ctx, params }) => deleteCustomer(ctx, params.id),
  }),
];
