import { z } from "@hono/zod-openapi";
import { paging } from "./query.ts";
import { trimmed } from "./text.ts";

export const discountCode = z
  .strictObject({
    id: z.string().describe("Id of the code, `code_…`."),
    code: z.string().describe("What the buyer enters."),
    discountId: z.string().nullable().describe("The discount it gives."),
    partnerId: z.string().describe("The partner who earns by it."),
    linkId: z.string().describe("The link its sales count for."),
    disabledAt: z
      .string()
      .nullable()
      .openapi({ format: "date-time" })
      .describe("Since when it is off because its partner is not active; nobody else gets the code."),
  })
  .describe("A code a buyer enters for a partner's discount.")
  .openapi("DiscountCode");

/** A code as it may be spelled. */
export const spelling = trimmed({ min: 1, max: 100 }).regex(/^[\w-]+$/, "must be letters, digits, - and _");

export const discountCodeInput = z
  .object({
    partnerId: z.string().describe("Id of the partner, `pn_…`."),
    linkId: z
      .string()
      .optional()
      .describe("The partner's link its sales count for. Default: the first of the default links."),
    code: spelling
      .optional()
      .describe(
        "What the buyer enters; unique in any letter case. Default: by the pattern of the partner's group, else made from the partner's name.",
      ),
  })
  .describe("Body of `POST /discount-codes`; without `code` one is made from the partner's name.")
  .openapi("DiscountCodeInput");

export const discountCodeFailure = z
  .strictObject({
    input: z.any().describe("The item as it was sent."),
    error: z
      .strictObject({
        code: z.string().describe("The error's code, as `POST /discount-codes` would answer it."),
        message: z.string().describe("What is wrong with it."),
      })
      .describe("Why there is no code."),
  })
  .describe("An item of a bulk create that failed.")
  .openapi("DiscountCodeFailure");

export const discountCodeListQuery = z
  .object({
    partnerId: z.string().optional().describe("Only codes of this partner."),
    discountId: z.string().optional().describe("Only codes of this discount."),
    ...paging("Codes"),
  })
  .describe("Query of `GET /discount-codes`.");
