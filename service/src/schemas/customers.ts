import { z } from "@hono/zod-openapi";
import type { Customer, CustomerInput, CustomerListQuery, CustomerPatch } from "referrals-embed/contract";
import { countryCode } from "../domain/country-codes.ts";
import { page, pageSize, queryBool } from "./query.ts";
import { email, text } from "./text.ts";

const nullableText = z.string().nullable();
const date = z.iso.datetime();

/** A customer (api-contract §15). */
export const customer = z
  .strictObject({
    id: z.string(),
    externalId: z.string(),
    name: nullableText,
    email: nullableText,
    avatar: nullableText,
    country: nullableText,
    stripeCustomerId: nullableText,
    sales: z.int(),
    saleAmount: z.int(),
    createdAt: date,
    firstSaleAt: date.nullable(),
    subscriptionCanceledAt: date.nullable(),
    link: z
      .strictObject({
        id: z.string(),
        domain: z.string(),
        key: z.string(),
        shortLink: z.string(),
        url: z.string(),
        programId: nullableText,
      })
      .nullable()
      .optional(),
    partner: z
      .strictObject({ id: z.string(), name: z.string(), email: nullableText, image: nullableText })
      .nullable()
      .optional(),
    programId: nullableText.optional(),
    discount: z
      .strictObject({
        id: z.string(),
        type: z.enum(["flat", "percentage"]),
        amount: z.number(),
        maxDuration: z.int().nullable(),
        description: nullableText,
        couponId: z.null(),
        couponTestId: z.null(),
      })
      .nullable()
      .optional(),
  })
  .openapi("Customer") satisfies z.ZodType<Customer>;

/** An ISO 3166-1 alpha-2 code, any letter case in, upper case out. */
export const country = z.string().transform((given, check) => {
  const code = countryCode(given);
  if (code !== undefined) return code;
  check.issues.push({ code: "custom", message: "must be an ISO 3166-1 alpha-2 code", input: given });
  return z.NEVER;
});

const fields = {
  name: text({ max: 190 }).nullish(),
  email: email.nullish(),
  avatar: text({ max: 8192 }).nullish(),
  country: country.nullish(),
  stripeCustomerId: text({ max: 255 }).nullish(),
};
const externalId = text({ min: 1, max: 255 });

/** Body of `POST /customers`. */
export const customerInput = z
  .object({ ...fields, externalId })
  .openapi("CustomerInput") satisfies z.ZodType<CustomerInput>;

/** Body of `PATCH /customers/{id}`. */
export const customerPatch = z
  .object({ ...fields, externalId: externalId.optional() })
  .openapi("CustomerPatch") satisfies z.ZodType<CustomerPatch>;

/** Whether link, partner and discount come along. */
export const expandQuery = z.object({ includeExpandedFields: queryBool.optional() });

/** Query of `GET /customers`. */
export const customerListQuery = z.object({
  email: z.string().optional(),
  externalId: z.string().optional(),
  search: z.string().optional(),
  country: z.string().optional(),
  linkId: z.string().optional(),
  programId: z.string().optional(),
  partnerId: z.string().optional(),
  includeExpandedFields: queryBool.optional(),
  sortBy: z.enum(["createdAt", "saleAmount", "firstSaleAt", "subscriptionCanceledAt"]).optional(),
  sortOrder: z.enum(["asc", "desc"]).optional(),
  page: page.unwrap().optional(),
  pageSize: pageSize(),
  startingAfter: z.string().optional(),
  endingBefore: z.string().optional(),
}) satisfies z.ZodType<CustomerListQuery>;
