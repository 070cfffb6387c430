import { z } from "@hono/zod-openapi";
import { createDiscountCode, deleteDiscountCode, listDiscountCodes } from "../domain/links/discount-codes.ts";
import { discountCode, discountCodeInput, discountCodeListQuery } from "../schemas/discount-code.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

/** Codes for partners' discounts. */
export const discountCodeEndpoints: readonly Endpoint[] = [
  endpoint("discountCodes.list", {
    query: discountCodeListQuery,
    output: z.array(discountCode),
    handle: ({ ctx, query }) => listDiscountCodes(ctx, query),
  }),
  endpoint("discountCodes.create", {
    body: discountCodeInput,
    output: discountCode,
    handle: ({ ctx, body }) => createDiscountCode(ctx, body),
  }),
  endpoint("discountCodes.delete", {
    params: z.object({ idOrCode: z.string() }),
    output: z.strictObject({ id: z.string() }),
    handle: ({ ctx, params }) => deleteDiscountCode(ctx, params.idOrCode),
  }),
];
