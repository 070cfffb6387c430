import { z } from "@hono/zod-openapi";
import { createPayout } from "../domain/payouts/create-payout.ts";
import { listPayouts } from "../domain/payouts/list-payouts.ts";
import { updatePayout } from "../domain/payouts/update-payout.ts";
import { payout, payoutInput, payoutListQuery, payoutPatch } from "../schemas/payouts.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

/** Payouts of the program (api-contract §15). */
export const payoutEndpoints: readonly Endpoint[] = [
  endpoint("payouts.list", {
    query: payoutListQuery,
    output: z.array(payout),
    handle: ({ ctx, query }) => listPayouts(ctx, query),
  }),
  endpoint("payouts.create", {
    body: payoutInput,
    output: payout,
    handle: ({ ctx, body }) => createPayout(ctx, body.partnerId),
  }),
  endpoint("payouts.update", {
    params: z.object({ id: z.string() }),
    body: payoutPatch,
    output: payout,
    handle: ({ ctx, params, body }) => updatePayout(ctx, params.id, body),
  }),
];
