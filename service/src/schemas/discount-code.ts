import { z } from "@hono/zod-openapi";
import type { DiscountCode, DiscountCodeInput, DiscountCodeListQuery } from "referrals-embed/contract";
import { page, pageSize } from "./query.ts";
import { trimmed } from "./text.ts";

/** A code a buyer enters. */
export const discountCode = z
  .strictObject({
    id: z.string(),
    code: z.string(),
    discountId: z.string().nullable(),
    partnerId: z.string(),
    linkId: z.string(),
    disabledAt: z.string().nullable().openapi({ format: "date-time" }),
  })
  .openapi("DiscountCode") satisfies z.ZodType<DiscountCode>;

/** Body of `POST /discount-codes`. */
export const discountCodeInput = z
  .object({
    partnerId: z.string(),
    linkId: z.string(),
    code: trimmed({ min: 1, max: 100 })
      .regex(/^[\w-]+$/, "must be letters, digits, - and _")
      .optional(),
  })
  .openapi("DiscountCodeInput") satisfies z.ZodType<DiscountCodeInput>;

/** Query of `GET /discount-codes`. */
export const discountCodeListQuery = z.object({
  partnerId: z.string().optional(),
  discountId: z.string().optional(),
  page,
  pageSize: pageSize(),
}) satisfies z.ZodType<DiscountCodeListQuery>;
