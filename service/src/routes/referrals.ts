import { z } from "@hono/zod-openapi";
import { listSubmissions } from "../domain/referrals/list-submissions.ts";
import { moveSubmission } from "../domain/referrals/move-submission.ts";
import { submission, submissionListQuery, submissionPatch } from "../schemas/submission.ts";
import { idParams } from "../schemas/query.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

/** What partners sent through the referral form. */
export const referralEndpoints: readonly Endpoint[] = [
  endpoint("referrals.list", {
    description: "Lists what partners sent through the referral form, newest first.",
    query: submissionListQuery,
    output: z.array(submission),
    example: { query: { status: "pending" } },
    handle: ({ ctx, query }) => listSubmissions(ctx, query),
  }),
  endpoint("referrals.update", {
    description: "Moves a referral on. From `qualified` on it is a lead; `closedWon` with an `amount` is a sale.",
    params: idParams,
    body: submissionPatch,
    output: submission,
    example: { body: { status: "qualified" } },
    handle: ({ ctx, params, body: { status, amount, currency } }) =>
      moveSubmission(ctx, params.id, { status, won: amount === undefined ? undefined : { amount, currency } }),
  }),
];
