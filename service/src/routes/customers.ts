import { z } from "@hono/zod-openapi";
import { getCustomer } from "../domain/customers/find-customer.ts";
import { listCustomers } from "../domain/customers/list-customers.ts";
import { importCustomers } from "../domain/imports/import-customer.ts";
import { createCustomer, deleteCustomer } from "../domain/customers/write-customer.ts";
import { updateCustomer } from "../domain/tracking/update-customer.ts";
import { customer, customerInput, customerListQuery, customerPatch, expandQuery } from "../schemas/customers.ts";
import { needScope } from "../middleware/authorize.ts";
import { validateExactly } from "../middleware/validate.ts";
import { customerImport, importOutcome, importQuery } from "../schemas/import.ts";
import { bulkOf, deleted, idParams } from "../schemas/query.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

/** Customers of the workspace. */
export const customerEndpoints: readonly Endpoint[] = [
  endpoint("customers.list", {
    description:
      "Lists customers partners brought, newest first unless said otherwise. With `Accept: text/csv` the answer is a CSV file of all that match, not of a page.",
    query: customerListQuery,
    output: z.array(customer),
    example: { query: { search: "grace" } },
    handle: ({ ctx, query }) => listCustomers(ctx, query),
  }),
  endpoint("customers.get", {
    description: "Answers one customer; with `includeExpandedFields` also who brought them and what they save.",
    params: idParams,
    query: expandQuery,
    output: customer,
    example: { params: { id: "ext_user_2207" }, query: { includeExpandedFields: true } },
    handle: ({ ctx, params, query }) => getCustomer(ctx, params.id, query.includeExpandedFields ?? false),
  }),
  endpoint("customers.create", {
    description: "Makes a customer no partner brought yet; the first lead with a click binds them.",
    body: customerInput,
    output: customer,
    example: { body: { name: "Grace Lindqvist", email: "grace@lindqvist.example" } },
    handle: ({ ctx, body }) => createCustomer(ctx, body),
  }),
  endpoint("customers.createMany", {
    description:
      "Brings along up to 100 customers of another product, each bound to the partner who brought them by a sign-up of the past, which earns nothing. Each on its own; the same again changes nothing. To name a partner takes the scope `commissions.backdate` too.",
    query: importQuery,
    body: bulkOf("CustomerImport"),
    output: z.array(importOutcome),
    example: {
      body: [{ externalId: "user_2207", partnerEmail: "ada@okafor.example", createdAt: "2024-02-11T09:30:00.000Z" }],
    },
    handle: ({ ctx, caller, query, body }) =>
      importCustomers(ctx, body, {
        dryRun: query.dryRun ?? false,
        check: (item) => {
          const customer = validateExactly(customerImport, item);
          const { partnerId, tenantId, partnerEmail, linkKey } = customer;
          if (partnerId ?? tenantId ?? partnerEmail ?? linkKey) needScope(caller, "commissions.backdate", "a partner");
          return customer;
        },
      }),
  }),
  endpoint("customers.update", {
    description: "Changes what is known of a customer. What is left out stays; `null` clears.",
    params: idParams,
    query: expandQuery,
    body: customerPatch,
    output: customer,
    example: { params: { id: "ext_user_2207" }, body: { stripeCustomerId: "cus_9s6XKzkNRiz8i3" } },
    handle: ({ ctx, params, query, body }) =>
      updateCustomer(ctx, params.id, { patch: body, expanded: query.includeExpandedFields ?? false }),
  }),
  endpoint("customers.delete", {
    description: "Erases a customer's personal data. Sales and commissions stay.",
    params: idParams,
    output: deleted,
    example: { params: { id: "ext_user_2207" } },
    handle: ({ ctx, params }) => deleteCustomer(ctx, params.id),
  }),
];
