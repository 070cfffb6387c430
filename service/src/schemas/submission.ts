import { z } from "@hono/zod-openapi";
import { referral } from "./embed-data.ts";
import { paging } from "./query.ts";
import { note } from "./text.ts";
import { amount, currency } from "./tracking.ts";
import { referralStatus } from "./values.ts";

const noteExample = "Called them: a decision in March.";

export const submission = z
  .strictObject({
    ...referral.shape,
    partnerId: z.string().describe("The partner who sent it."),
    note: z
      .string()
      .nullable()
      .meta({
        description: "What your people have noted of it, which the partner never sees; `null` without a note.",
        examples: [noteExample],
      }),
  })
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
    status: referralStatus
      .optional()
      .describe("Next status; steps may be skipped, none go back. Without it the referral stays where it is."),
    amount: amount.optional().describe("With `closedWon`: value of the sale to record, in minor units of `currency`."),
    currency: currency.optional().describe("ISO 4217 code. Default: the program's."),
    note: note.optional().meta({
      description:
        "What your people should know of it, as plain text, instead of the note there is; `null` or blank takes it away. The partner never sees it.",
      examples: [noteExample],
    }),
  })
  .refine(({ status, note }) => status !== undefined || note !== undefined, "send status, note or both")
  .describe("Body of `PATCH /referrals/{id}`; `closedWon` with an amount is a sale as well.")
  .openapi("SubmissionPatch");
