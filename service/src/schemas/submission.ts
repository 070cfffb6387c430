import { z } from "@hono/zod-openapi";
import {
  referralStatuses,
  type Submission,
  type SubmissionListQuery,
  type SubmissionPatch,
} from "referrals-embed/contract";
import { referral } from "./embed-data.ts";
import { page, pageSize } from "./query.ts";
import { amount, currency } from "./tracking.ts";

/** A referral as the program sees it. */
export const submission = z
  .strictObject({ ...referral.shape, partnerId: z.string() })
  .openapi("Submission") satisfies z.ZodType<Submission>;

/** Query of `GET /referrals`. */
export const submissionListQuery = z.object({
  status: z.enum(referralStatuses).optional(),
  partnerId: z.string().optional(),
  page,
  pageSize: pageSize(),
}) satisfies z.ZodType<SubmissionListQuery>;

/** Body of `PATCH /referrals/{id}`. */
export const submissionPatch = z
  .object({ status: z.enum(referralStatuses), amount: amount.optional(), currency: currency.optional() })
  .openapi("SubmissionPatch") satisfies z.ZodType<SubmissionPatch>;
