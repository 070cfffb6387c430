import { z } from "@hono/zod-openapi";
import { createCommission } from "../domain/commissions/create-commission.ts";
import { listCommissions } from "../domain/commissions/list-commissions.ts";
import { updateCommission, updateCommissions } from "../domain/commissions/update-commission.ts";
import {
  commission,
  commissionBulkPatch,
  commissionInput,
  commissionListQuery,
  commissionPatch,
  commissionStatusRow,
} from "../schemas/commissions.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

/** Commissions of the program (api-contract §15). */
export const commissionEndpoints: readonly Endpoint[] = [
  endpoint("commissions.list", {
    query: commissionListQuery,
    output: z.array(commission),
    handle: ({ ctx, query }) => listCommissions(ctx, query),
  }),
  endpoint("commissions.create", {
    body: commissionInput,
    output: z.strictObject({ success: z.boolean(), message: z.string() }),
    handle: ({ ctx, body }) => createCommission(ctx, body),
  }),
  endpoint("commissions.updateMany", {
    body: commissionBulkPatch,
    output: z.array(commissionStatusRow),
    handle: ({ ctx, body }) => updateCommissions(ctx, body.commissionIds, body.status),
  }),
  endpoint("commissions.update", {
    params: z.object({ id: z.string() }),
    body: commissionPatch,
    output: commission,
    handle: ({ ctx, params, body }) => updateCommission(ctx, params.id, body),
  }),
];
