import { z } from "@hono/zod-openapi";
import { countryCode } from "referrals-embed/rules";
import { csvAmounts, cursorPaging, queryBool } from "./query.ts";
import { email, externalId as externalIdOf, mediaAddress, text } from "./text.ts";

const nullableText = z.string().nullable();
const date = z.iso.datetime();

export const customer = z
  .strictObject({
    id: z.string().describe("Id of the customer, `cus_…`."),
    externalId: z.string().describe("The customer's id in your own database."),
    name: nullableText.meta({ description: "Name.", examples: ["Grace Lindqvist"] }),
    email: nullableText.meta({ description: "Address.", examples: ["grace@lindqvist.example"] }),
    avatar: nullableText.describe("URL of the picture."),
    country: nullableText.describe("ISO 3166-1 alpha-2 code."),
    stripeCustomerId: nullableText.describe("The customer's id at Stripe."),
    sales: z.int().describe("Sales so far, less those refunded in full."),
    saleAmount: z.int().describe("Revenue so far, in minor units of the program's currency, less refunds."),
    createdAt: date.describe("When the customer was first seen."),
    firstSaleAt: date.nullable().describe("When the customer first paid."),
    subscriptionCanceledAt: date.nullable().describe("When the subscription was canceled."),
    link: z
      .strictObject({
        id: z.string().describe("Id of the link, `link_…`."),
        domain: z.string().describe("Host of the short link."),
        key: z.string().describe("The part of the short link behind the host."),
        shortLink: z.string().describe("The short link in full."),
        url: z.string().describe("Where the link leads."),
        programId: nullableText.describe("The program it belongs to."),
      })
      .nullable()
      .optional()
      .describe("The link that brought the customer; with `includeExpandedFields=true` only."),
    partner: z
      .strictObject({
        id: z.string().describe("Id of the partner, `pn_…`."),
        name: z.string().describe("Full name."),
        email: nullableText.describe("Address."),
        image: nullableText.describe("URL of the avatar."),
      })
      .nullable()
      .optional()
      .describe("The partner who brought the customer; with `includeExpandedFields=true` only."),
    programId: nullableText
      .optional()
      .describe("The program the customer came through; with `includeExpandedFields=true` only."),
    discount: z
      .strictObject({
        id: z.string().describe("Id of the discount, `disc_…`."),
        type: z.enum(["flat", "percentage"]).describe("Whether `amount` is money or per cent."),
        amount: z.number().meta({ description: "Minor units when flat, per cent when a percentage.", examples: [10] }),
        maxDuration: z.int().nullable().describe("For how many months; `null` = for good."),
        description: nullableText.describe("What customers read of it."),
        couponId: z.null().describe("Always `null`: checkout stays with you."),
        couponTestId: z.null().describe("Always `null`."),
      })
      .nullable()
      .optional()
      .describe("What the customer saves; with `includeExpandedFields=true` only."),
  })
  .describe("A customer a partner brought.")
  .openapi("Customer");

export const country = z
  .string()
  .transform((given, check) => {
    const code = countryCode(given);
    if (code !== undefined) return code;
    check.issues.push({ code: "custom", message: "must be an ISO 3166-1 alpha-2 code", input: given });
    return z.NEVER;
  })
  .describe("An ISO 3166-1 alpha-2 code, any letter case in, upper case out.");

const fields = {
  name: text({ max: 190 }).nullish().describe("Name."),
  email: email.nullish().describe("Address."),
  avatar: mediaAddress.nullish().describe("URL of the picture."),
  country: country.nullish().describe("ISO 3166-1 alpha-2 code."),
  stripeCustomerId: text({ max: 255 }).nullish().describe("The customer's id at Stripe."),
};
const externalId = externalIdOf(255);

export const customerInput = z
  .object({
    ...fields,
    externalId: externalId.describe("The customer's id in your own database; unique in the workspace."),
  })
  .describe("Body of `POST /customers`.")
  .openapi("CustomerInput");

export const customerPatch = z
  .object({
    ...fields,
    externalId: externalId.optional().describe("The customer's id in your own database; unique in the workspace."),
  })
  .describe("Body of `PATCH /customers/{id}`.")
  .openapi("CustomerPatch");

export const expandQuery = z
  .object({
    includeExpandedFields: queryBool
      .optional()
      .describe("Whether link, partner, program and discount come along. Default `false`."),
  })
  .describe("Whether link, partner and discount come along.");

export const customerListQuery = z
  .object({
    email: z
      .string()
      .optional()
      .describe("Only the customer with this address. `externalId` and `search` are then ignored."),
    externalId: z
      .string()
      .optional()
      .describe("Only the customer with this id in your own database. `search` is then ignored."),
    search: z.string().optional().describe("A part of name, address or external id."),
    country: z.string().optional().describe("Only customers of this country, ISO 3166-1 alpha-2."),
    linkId: z.string().optional().describe("Only customers this link brought."),
    programId: z.string().optional().describe("Only customers of this program."),
    partnerId: z.string().optional().describe("Only customers this partner brought."),
    includeExpandedFields: queryBool
      .optional()
      .describe("Whether link, partner, program and discount come along. Default `false`."),
    sortBy: z
      .enum(["createdAt", "saleAmount", "firstSaleAt", "subscriptionCanceledAt"])
      .optional()
      .describe("What to sort by; cursors go with `createdAt` only. Default `createdAt`."),
    sortOrder: z.enum(["asc", "desc"]).optional().describe("Direction of the sort. Default `desc`."),
    ...cursorPaging(),
    ...csvAmounts,
  })
  .describe("Query of `GET /customers`; `email` beats `externalId` beats `search`.");
