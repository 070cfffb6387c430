import { z } from "@hono/zod-openapi";
import { createCommission } from "../domain/tracking/create-commission.ts";
import { listCommissions } from "../domain/commissions/list-commissions.ts";
import { decideCommission, decideCommissions } from "../domain/tracking/confirm-commissions.ts";
import {
  commission,
  commissionBulkPatch,
  commissionInput,
  commissionListQuery,
  commissionPatch,
  commissionStatusRow,
} from "../schemas/commissions.ts";
import { idParams } from "../schemas/query.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

/** Commissions of the program. */
export const commissionEndpoints: readonly Endpoint[] = [
  endpoint("commissions.list", {
    description: "Lists commissions, newest first unless said otherwise. Nothing is hidden by default.",
    query: commissionListQuery,
    output: z.array(commission),
    example: { query: { status: "pending", pageSize: 1 } },
    handle: ({ ctx, query }) => listCommissions(ctx, query),
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
    handle: ({ ctx, body }) => createCommission(ctx, body),
  }),
  endpoint("commissions.updateMany", {
    description: "Moves up to 100 commissions to one status, all or none.",
    body: commissionBulkPatch,
    output: z.array(commissionStatusRow),
    example: { body: { status: "duplicate" } },
    handle: ({ ctx, body }) => decideCommissions(ctx, body.commissionIds, body.status),
  }),
  endpoint("commissions.update", {
    description: "Corrects a commission that is not paid and in no payout under way.",
    params: idParams,
    body: commissionPatch,
    output: commission,
    example: { body: { earnings: 3000 } },
    handle: ({ ctx, params, body }) => decideCommission(ctx, params.id, body),
  }),
];
