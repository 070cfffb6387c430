import { z } from "@hono/zod-openapi";
import { errorStatuses, type ErrorCode } from "referrals-embed/contract";

export const errorBody = z
  .strictObject({
    error: z
      .strictObject({
        code: z
          .enum(Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]])
          .describe("One of nine codes, each with its status."),
        message: z.string().describe("Written for a developer: what happened and what to do."),
        doc_url: z.string().describe("Where the code is explained."),
      })
      .describe("What went wrong; there is nothing beside it."),
  })
  .describe("Body of every error answer under {base_url}; nothing else is in it.")
  .openapi("Error");
