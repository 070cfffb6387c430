import { z } from "@hono/zod-openapi";
import { errorStatuses, type ErrorBody, type ErrorCode } from "referrals-embed/contract";

/** The error envelope. */
export const errorBody = z
  .strictObject({
    error: z.strictObject({
      code: z.enum(Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]]),
      message: z.string(),
      doc_url: z.string(),
    }),
  })
  .openapi("Error") satisfies z.ZodType<ErrorBody>;
