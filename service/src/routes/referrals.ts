import { z } from "@hono/zod-openapi";
import { getSubmission, listSubmissions } from "../domain/referrals/list-submissions.ts";
import { changeSubmission } from "../domain/referrals/change-submission.ts";
import { submission, submissionListQuery, submissionPatch } from "../schemas/submission.ts";
import { idParams } from "../schemas/query.ts";
import { Answer, endpoint, seenIn, type Endpoint } from "./endpoint.ts";

/** What partners sent through the referral form. */
export const referralEndpoints: readonly Endpoint[] = [
  endpoint("referrals.list", {
    description: "Lists what partners sent through the referral form, newest first.",
    query: submissionListQuery,
    output: z.array(submission),
    example: { query: { status: "pending" } },
    handle: ({ ctx, query }) => listSubmissions(ctx, query),
  }),
  endpoint("referrals.get", {
    description: "Answers a referral. `ETag` names its version.",
    params: idParams,
    output: submission,
    handle: async ({ ctx, params }) => Answer.versioned(await getSubmission(ctx, params.id)),
  }),
  endpoint("referrals.update", {
    description:
      "Moves a referral on, writes its note, or both. From `qualified` on it is a lead; `closedWon` with an `amount` is a sale. With `If-Match`, the `ETag` that was read, nothing is changed if somebody else has changed it since: the answer is 409.",
    params: idParams,
    body: submissionPatch,
    output: submission,
    example: { body: { status: "qualified" } },
    handle: async ({ ctx, params, body: { amount, currency, ...change }, request }) => {
      const won = amount === undefined ? undefined : { amount, currency };
      return Answer.versioned(await changeSubmission(ctx, params.id, { ...change, won, seen: seenIn(request) }));
    },
  }),
];
