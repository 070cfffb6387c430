import { z } from "@hono/zod-openapi";
import { createPayout } from "../domain/payouts/create-payout.ts";
import { listPayouts } from "../domain/payouts/list-payouts.ts";
import { updatePayout } from "../domain/payouts/update-payout.ts";
import { payout, payoutInput, payoutListQuery, payoutPatch } from "../schemas/payouts.ts";
import { idParams } from "../schemas/query.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

/** Payouts of the program. */
export const payoutEndpoints: readonly Endpoint[] = [
  endpoint("payouts.list", {
    description: "Lists payouts, largest first unless said otherwise.",
    query: payoutListQuery,
    output: z.array(payout),
    example: { query: { status: "pending" } },
    handle: ({ ctx, query }) => listPayouts(ctx, query),
  }),
  endpoint("payouts.create", {
    description:
      "Collects a partner's commissions whose holding period is over into a payout, if they reach the program's minimum.",
    body: payoutInput,
    output: payout,
    handle: ({ ctx, body }) => createPayout(ctx, body.partnerId),
  }),
  endpoint("payouts.update", {
    description: "Moves a payout to its next status, as your payment provider reports it.",
    params: idParams,
    body: payoutPatch,
    output: payout,
    handle: ({ ctx, params, body }) => updatePayout(ctx, params.id, body),
  }),
];
