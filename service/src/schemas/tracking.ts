import { z } from "@hono/zod-openapi";
import { maxAmount } from "../bounds.ts";
import { isCurrencyCode } from "../domain/rules/currency-codes.ts";
import { customerEmail, externalId as externalIdOf, mediaAddress, omissible, reported, text, trimmed } from "./text.ts";
import { commissionStatus, holdReason, paymentProcessor } from "./values.ts";

export const metadata = z
  .record(z.string(), z.unknown())
  .refine((value) => JSON.stringify(value).length <= 10_000, "must be at most 10000 characters serialised")
  .describe("Free data of at most 10,000 characters serialised.");

export const currency = z
  .string()
  .refine(isCurrencyCode, "must be an ISO 4217 currency code")
  .transform((code) => code.toLowerCase())
  .describe("An ISO 4217 code, any letter case in, lower case out.");

export const amount = z.int().min(0).max(maxAmount).describe("Minor units from 0.");

const externalId = externalIdOf(100);
const sentCode = trimmed({ max: 255 })
  .nullish()
  .meta({
    description:
      "The code the buyer entered: one of a partner's brings the customer to that partner, any other is ignored.",
    examples: ["ADA15"],
  });
const customerFacts = {
  customerName: reported({ max: 100 }).nullish().describe("The customer's name."),
  customerEmail: customerEmail.nullish().describe("The customer's address."),
  customerAvatar: mediaAddress.nullish().describe("URL of the customer's picture."),
};

export const leadInput = z
  .object({
    clickId: z
      .string()
      .describe(
        'Id of the click, from the parameter `ref_id` of the landing page; `""` = the click by which the customer is known.',
      ),
    discountCode: sentCode,
    eventName: trimmed({ min: 1, max: 255 }).describe("What the customer did; the same name counts once per customer."),
    customerExternalId: externalId.describe("The customer's id in your own database."),
    ...customerFacts,
    mode: z
      .enum(["async", "wait", "deferred"])
      .optional()
      .describe(
        "`deferred` stores the customer and waits for a later event; `async` (default) and `wait` record the lead before answering.",
      ),
    eventQuantity: z.int().min(1).max(100).nullish().describe("How many leads this is. Default 1."),
    metadata: metadata
      .nullish()
      .describe("Anything of yours to keep with the event; at most 10,000 characters as JSON."),
  })
  .describe("Body of `POST /track/lead`.")
  .openapi("LeadInput");

export const saleInput = z
  .object({
    customerExternalId: externalId.describe("The customer's id in your own database."),
    amount: amount.describe(
      "What was paid, in minor units of `currency`, at most 1,000,000,000,000; 0 is answered and not recorded.",
    ),
    currency: currency.optional().describe("ISO 4217 code. Default `usd`."),
    eventName: trimmed({ min: 1, max: 255 }).optional().describe("Name of the sale. Default `Purchase`."),
    paymentProcessor: paymentProcessor.optional().describe("Who took the payment. Default `custom`."),
    invoiceId: text({ max: 255 })
      .nullish()
      .describe("Natural key of the sale: a repeat gets the first answer. Without it every call is a sale of its own."),
    metadata: metadata
      .nullish()
      .describe("Anything of yours to keep with the event; at most 10,000 characters as JSON."),
    leadEventName: trimmed({ max: 255 }).nullish().describe("The lead this sale followed, by its `eventName`."),
    clickId: z
      .string()
      .nullish()
      .describe("Id of the click, for a customer who is not known yet: the lead is then recorded with the sale."),
    discountCode: sentCode,
    ...customerFacts,
  })
  .describe("Body of `POST /track/sale`.")
  .openapi("SaleInput");

export const refundInput = z
  .object({
    invoiceId: text({ min: 1, max: 255 }).describe("Invoice of the sale."),
    amount: omissible(z.int().min(1)).describe(
      "How much to give back, in minor units of the sale's currency. Default: the rest.",
    ),
    refundId: omissible(text({ min: 1, max: 255 })).describe("Natural key of the refund: a repeat changes nothing."),
    reason: omissible(text({ max: 1000 })).describe("Why, for your own use."),
  })
  .describe("Body of `POST /track/refund`.")
  .openapi("RefundInput");

const pageUrl = text({ max: 8192 });

export const clickInput = z
  .object({
    domain: z.string().optional().describe("Host of the short link; needed with `key`, optional with `identifier`."),
    key: z.string().optional().describe("The part of the short link behind the host."),
    identifier: text({ min: 1, max: 255 }).optional().describe("The link's `identifier`, instead of domain and key."),
    url: omissible(pageUrl).describe("Address of the page the visitor is on."),
    referrer: omissible(pageUrl).describe("Where the visitor came from."),
  })
  .refine(
    ({ domain, key, identifier }) => identifier !== undefined || (domain !== undefined && key !== undefined),
    "send domain and key, or identifier",
  )
  .describe("Body of `POST /track/click`.")
  .openapi("ClickInput");

export const openInput = z
  .object({
    deepLink: pageUrl.optional().describe("The short link by which the app was opened."),
    domain: z.string().optional().describe("Host of the app's links, when there is no link to name."),
  })
  .refine(({ deepLink, domain }) => deepLink !== undefined || domain !== undefined, "send deepLink, or domain")
  .describe("Body of `POST /track/open`.")
  .openapi("OpenInput");

export const visitInput = z
  .object({
    domain: z.string().describe("Host whose root link counts the visit."),
    url: pageUrl.describe("Address of the page."),
    referrer: omissible(pageUrl).describe("Where the visitor came from."),
  })
  .describe("Body of `POST /track/visit`.")
  .openapi("VisitInput");

const nullableText = z.string().nullable();

export const attributedLink = z
  .strictObject({
    id: z.string().describe("Id of the link, `link_…`."),
    domain: z.string().describe("Host of the short link."),
    key: z.string().describe("The part of the short link behind the host."),
    shortLink: z.string().describe("The short link in full."),
    url: z.string().describe("Where the link leads."),
    partnerId: nullableText.describe("The partner who earns by it."),
    programId: nullableText.describe("The program it belongs to."),
    tenantId: nullableText.describe("The tenant it belongs to, by its id in your own database."),
    externalId: nullableText.meta({ description: "The link's id in your own database.", examples: ["campaign_7"] }),
  })
  .describe("The link an event was attributed to.");

export const leadResult = z
  .strictObject({
    click: z
      .strictObject({
        id: z.string().meta({
          description: 'Id of the click; `""` when a discount code brought the customer.',
          examples: ["6Jum5d0SkkE00mIs"],
        }),
      })
      .describe("The click that led here."),
    link: attributedLink
      .nullable()
      .describe(
        "The link the lead counts for; `null` when the click is older than the attribution window, and always for a page.",
      ),
    customer: z
      .strictObject({
        name: nullableText.meta({ description: "Name.", examples: ["Grace Lindqvist"] }),
        email: nullableText.meta({ description: "Address.", examples: ["grace@lindqvist.example"] }),
        avatar: nullableText.describe("URL of the picture."),
        externalId: z.string().describe("The customer's id in your own database."),
      })
      .describe("The customer as stored."),
  })
  .describe("Answer of `POST /track/lead`.")
  .openapi("LeadResult");

export const saleResult = z
  .strictObject({
    eventName: z.string().meta({ description: "Name of the sale.", examples: ["Purchase"] }),
    customer: z
      .strictObject({
        id: z.string().describe("Id of the customer, `cus_…`."),
        name: nullableText.meta({ description: "Name.", examples: ["Grace Lindqvist"] }),
        email: nullableText.meta({ description: "Address.", examples: ["grace@lindqvist.example"] }),
        avatar: nullableText.describe("URL of the picture."),
        externalId: nullableText.describe("The customer's id in your own database."),
      })
      .nullable()
      .describe("The customer; `null` when the customer is unknown and no click was given, and always for a page."),
    sale: z
      .strictObject({
        amount: z.int().describe("Value in minor units of `currency`."),
        currency: z.string().describe("The program's currency, or the one given when no exchange rate is known."),
        paymentProcessor: paymentProcessor.describe("Who took the payment."),
        invoiceId: nullableText.describe("Id of the invoice."),
        metadata: z.record(z.string(), z.unknown()).nullable().describe("What was sent along."),
        holdReason: holdReason
          .nullable()
          .describe(
            "Why nothing is earned by it yet: `fx_unknown` = no exchange rate is known; `null` when nothing holds it.",
          ),
      })
      .nullable()
      .describe("The sale as recorded; `null` when there was nothing to record."),
  })
  .describe("Answer of `POST /track/sale`.")
  .openapi("SaleResult");

export const refundResult = z
  .strictObject({
    sale: z
      .strictObject({
        invoiceId: z.string().describe("Id of the invoice."),
        amount: z.int().describe("What was paid, in minor units of `currency`."),
        refundedAmount: z.int().describe("What has been given back in total."),
        currency: z.string().describe("ISO 4217 code of the sale."),
      })
      .describe("The sale after the refund."),
    commission: z
      .strictObject({
        id: z.string().describe("Id of the commission, `cm_…`."),
        status: commissionStatus.describe("Where it stands now."),
        holdReason: holdReason.nullable().describe("Why it is held; `null` unless it is."),
        earnings: z.int().nullable().describe("What the partner earns by it now; `null` while it is not known."),
      })
      .nullable()
      .describe("The partner's commission after it; `null` when there is none."),
    clawback: z
      .strictObject({
        id: z.string().describe("Id of the negative commission, `cm_…`."),
        earnings: z.int().describe("The amount, negative."),
      })
      .nullable()
      .describe("What a partner already paid owes back; `null` when nothing."),
  })
  .describe("Answer of `POST /track/refund`.")
  .openapi("RefundResult");

const offered = {
  discount: z
    .strictObject({
      id: z.string().describe("Id of the discount, `disc_…`."),
      amount: z.number().meta({ description: "Minor units when flat, per cent when a percentage.", examples: [10] }),
      type: z.enum(["flat", "percentage"]).describe("Whether `amount` is money or per cent."),
      maxDuration: z.int().nullable().describe("For how many months; `null` = for good."),
      currency: z.string().describe("ISO 4217 code of a flat amount."),
      code: nullableText.describe("Code to enter at the checkout; `null` when the link has none."),
    })
    .nullable()
    .describe("What the visitor saves as this partner's customer; `null` when nothing."),
  introducedBy: z
    .strictObject({
      name: z.string().describe("Name to show."),
      image: nullableText.describe("URL of the avatar."),
    })
    .nullable()
    .describe(
      "Who sent the visitor, to be shown to them: only beside a discount, of a partner who agreed, where the program allows it.",
    ),
};

export const offerQuery = z
  .object({
    clickId: text({ min: 1, max: 255 }).optional().describe("The click the visitor came by."),
    domain: text({ min: 1, max: 253 }).optional().describe("Host of the link, beside `key`."),
    key: text({ min: 1, max: 190 }).optional().describe("Key of the link, beside `domain`."),
  })
  .refine(({ clickId, domain, key }) => (clickId === undefined ? domain && key : !domain && !key), {
    message: "give it, or domain and key",
    path: ["clickId"],
  })
  .describe("Query of `GET /track/offer`: the click, or the link.");

export const offerResult = z
  .strictObject(offered)
  .describe("Answer of `GET /track/offer`: nulls also for what is unknown.")
  .openapi("OfferResult");

export const clickResult = z
  .strictObject({
    clickId: z.string().describe("Id of the click, for the lead or sale that follows."),
    partner: z
      .strictObject({
        id: z.string().describe("Id of the partner, `pn_…`."),
        name: z.string().describe("Name to show."),
        image: nullableText.describe("URL of the avatar."),
      })
      .nullable()
      .describe("The partner of the link; `null` when it has none."),
    ...offered,
  })
  .describe("Answer of `POST /track/click`.")
  .openapi("ClickResult");

export const openResult = z
  .strictObject({
    clickId: nullableText.describe("Id of the click; `null` when no link is meant."),
    link: z
      .strictObject({
        id: z.string().describe("Id of the link, `link_…`."),
        domain: z.string().describe("Host of the short link."),
        key: z.string().describe("The part of the short link behind the host."),
        url: z.string().describe("Where the link leads."),
      })
      .nullable()
      .describe("The link that was opened; `null` when none is known."),
  })
  .describe("Answer of `POST /track/open`.")
  .openapi("OpenResult");

export const visitResult = z.strictObject({
  clickId: z.string().describe("Id of the click, for the lead or sale that follows."),
});
