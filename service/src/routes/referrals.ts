import { z } from "@hono/zod-openapi";
import { listSubmissions } from "../domain/referrals/list-submissions.ts";
import { moveSubmission } from "../domain/referrals/move-submission.ts";
import { submission, submissionListQuery, submissionPatch } from "../schemas/submission.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

/** What partners sent through the referral form (F7, F8). */
export const referralEndpoints: readonly Endpoint[] = [
  endpoint("referrals.list", {
    query: submissionListQuery,
    output: z.array(submission),
    handle: ({ ctx, query }) => listSubmissions(ctx, query),
  }),
  endpoint("referrals.update", {
    params: z.object({ id: z.string() }),
    body: submissionPatch,
    output: submission,
    handle: ({ ctx, params, body: { status, amount, currency } }) =>
      moveSubmission(ctx, params.id, status, amount === undefined ? undefined : { amount, currency }),
  }),
];
