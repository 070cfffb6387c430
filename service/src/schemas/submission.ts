import { z } from "@hono/zod-openapi";
import { referral } from "./embed-data.ts";
import { paging } from "./query.ts";
import { amount, currency } from "./tracking.ts";
import { referralStatus } from "./values.ts";

export const submission = z
  .strictObject({ ...referral.shape, partnerId: z.string().describe("The partner who sent it.") })
  .describe("A referral as the program sees it.")
  .openapi("Submission");

export const submissionListQuery = z
  .object({
    status: referralStatus.optional().describe("Only referrals in this status."),
    partnerId: z.string().optional().describe("Only referrals of this partner."),
    ...paging("Referrals"),
  })
  .describe("Query of `GET /referrals`.");

export const submissionPatch = z
  .object({
    status: referralStatus.describe("Next status; steps may be skipped, none go back."),
    amount: amount.optional().describe("With `closedWon`: value of the sale to record, in minor units of `currency`."),
    currency: currency.optional().describe("ISO 4217 code. Default: the program's."),
  })
  .describe("Body of `PATCH /referrals/{id}`; `closedWon` with an amount is a sale as well.")
  .openapi("SubmissionPatch");
