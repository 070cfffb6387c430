import { z } from "@hono/zod-openapi";
import {
  createDiscountCode,
  createDiscountCodes,
  deleteDiscountCode,
  listDiscountCodes,
} from "../domain/links/discount-codes.ts";
import { validateExactly } from "../middleware/validate.ts";
import {
  discountCode,
  discountCodeFailure,
  discountCodeInput,
  discountCodeListQuery,
} from "../schemas/discount-code.ts";
import { bulkOf, deleted } from "../schemas/query.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

/** Codes for partners' discounts. */
export const discountCodeEndpoints: readonly Endpoint[] = [
  endpoint("discountCodes.list", {
    description: "Lists the codes of all partners, or of one.",
    query: discountCodeListQuery,
    output: z.array(discountCode),
    handle: ({ ctx, query }) => listDiscountCodes(ctx, query),
  }),
  endpoint("discountCodes.create", {
    description: "Makes a code buyers can enter; its sales count for the partner's link.",
    body: discountCodeInput,
    output: discountCode,
    example: { body: { code: "ADA15" } },
    handle: ({ ctx, body }) => createDiscountCode(ctx, body),
  }),
  endpoint("discountCodes.createMany", {
    description:
      "Makes up to 100 codes, each on its own: one that fails stands at its place in the answer with `input` and `error`.",
    body: bulkOf("DiscountCodeInput"),
    output: z.array(z.union([discountCode, discountCodeFailure])),
    example: { body: [{ partnerId: "pn_ada", code: "ADA15" }, { partnerId: "pn_lin" }] },
    handle: ({ ctx, body }) => createDiscountCodes(ctx, body, (item) => validateExactly(discountCodeInput, item)),
  }),
  endpoint("discountCodes.delete", {
    description: "Deletes a code, by its id or by itself.",
    params: z.object({ idOrCode: z.string().describe("Id of the code, or the code itself.") }),
    output: deleted,
    handle: ({ ctx, params }) => deleteDiscountCode(ctx, params.idOrCode),
  }),
];
