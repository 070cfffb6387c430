import { z } from "@hono/zod-openapi";
import { importSales } from "../domain/imports/import-sale.ts";
import { createCommission } from "../domain/tracking/create-commission.ts";
import { listCommissions, sumCommissions } from "../domain/commissions/list-commissions.ts";
import { decideCommission, decideCommissions } from "../domain/tracking/confirm-commissions.ts";
import {
  commission,
  commissionBulkPatch,
  commissionFilter,
  commissionInput,
  commissionListQuery,
  commissionPatch,
  commissionStatusRow,
  commissionSum,
} from "../schemas/commissions.ts";
import { needScope } from "../middleware/authorize.ts";
import { validateExactly } from "../middleware/validate.ts";
import { importOutcome, importQuery, saleImport } from "../schemas/import.ts";
import { bulkOf, idParams } from "../schemas/query.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

/** Commissions of the program. */
export const commissionEndpoints: readonly Endpoint[] = [
  endpoint("commissions.list", {
    description:
      "Lists commissions, newest first unless said otherwise. Nothing is hidden by default. With `Accept: text/csv` the answer is a CSV file of all that match, not of a page.",
    query: commissionListQuery,
    output: z.array(commission),
    example: { query: { status: "pending", pageSize: 1 } },
    handle: ({ ctx, query }) => listCommissions(ctx, query),
  }),
  endpoint("commissions.count", {
    description:
      "Counts and sums the commissions that a list with the same filters would find, by status; a status without any is left out. Earned is what is `pending`, `processed` or `paid`.",
    query: commissionFilter,
    output: z.array(commissionSum),
    example: { query: { interval: "30d" } },
    handle: ({ ctx, query }) => sumCommissions(ctx, query),
  }),
  endpoint("commissions.create", {
    description:
      "Adds a commission by hand, or records a lead or sale for a partner. It is done when the answer comes.",
    body: commissionInput,
    output: z.strictObject({
      success: z.boolean().describe("Always `true`: what fails is answered as an error."),
      message: z.string().describe("What was done."),
    }),
    example: { body: { amount: 2500, description: "Webinar in October" } },
    handle: ({ ctx, caller, body }) => {
      if (body.date !== undefined) needScope(caller, "commissions.backdate", "date");
      return createCommission(ctx, body);
    },
  }),
  endpoint("commissions.createMany", {
    description:
      "Brings along up to 100 sales of the past with what they earned: no reward judges them, and no webhook is told. They count in the hours of their dates. What was paid before is in a completed payout of its own and is never paid again. Each on its own; an invoice that is known changes nothing.",
    query: importQuery,
    body: bulkOf("SaleImport"),
    output: z.array(importOutcome),
    example: {
      body: [
        {
          invoiceId: "in_0907",
          customer: { externalId: "user_2207" },
          partnerEmail: "ada@okafor.example",
          amount: 4900,
          earnings: 1470,
          date: "2024-03-11T09:30:00.000Z",
          status: "paid",
          payoutReference: "march",
        },
      ],
    },
    handle: ({ ctx, query, body }) =>
      importSales(ctx, body, { dryRun: query.dryRun ?? false, check: (item) => validateExactly(saleImport, item) }),
  }),
  endpoint("commissions.updateMany", {
    description: "Moves up to 100 commissions to one status, all or none: what one of them may not do, none does.",
    body: commissionBulkPatch,
    output: z.array(commissionStatusRow),
    example: { body: { status: "duplicate" } },
    handle: ({ ctx, body }) => decideCommissions(ctx, body.commissionIds, body),
  }),
  endpoint("commissions.update", {
    description:
      "Corrects a commission that is not paid and in no payout under way, or decides its status: holds it for a review, releases it, or takes it back. A note alone is kept with any.",
    params: idParams,
    body: commissionPatch,
    output: commission,
    example: { body: { earnings: 3000 } },
    handle: ({ ctx, params, body }) => decideCommission(ctx, params.id, body),
  }),
];
