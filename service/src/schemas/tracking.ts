import { z } from "@hono/zod-openapi";
import {
  commissionStatuses,
  paymentProcessors,
  type ClickInput,
  type ClickResult,
  type LeadInput,
  type LeadResult,
  type OpenInput,
  type OpenResult,
  type RefundInput,
  type RefundResult,
  type SaleInput,
  type SaleResult,
  type VisitInput,
} from "referrals-embed/contract";
import { isCurrencyCode } from "../domain/fx/currency-codes.ts";
import { omissible, text, trimmed } from "./text.ts";

/** Free data of at most 10,000 characters serialised (api-contract §19). */
export const metadata = z
  .record(z.string(), z.unknown())
  .refine((value) => JSON.stringify(value).length <= 10_000, "must be at most 10000 characters serialised");

/** An ISO 4217 code, any letter case in, lower case out (V13). */
export const currency = z
  .string()
  .refine(isCurrencyCode, "must be an ISO 4217 currency code")
  .transform((code) => code.toLowerCase());

/** Minor units from 0. */
export const amount = z.int().min(0);

const externalId = text({ min: 1, max: 100 });
const customerFacts = {
  customerName: text({ max: 100 }).nullish(),
  customerEmail: trimmed({ max: 190 }).nullish(),
  customerAvatar: z.string().nullish(),
};

/** Body of `POST /track/lead`. */
export const leadInput = z
  .object({
    clickId: z.string(),
    eventName: trimmed({ min: 1, max: 255 }),
    customerExternalId: externalId,
    ...customerFacts,
    mode: z.enum(["async", "wait", "deferred"]).optional(),
    eventQuantity: z.int().min(1).max(100).nullish(),
    metadata: metadata.nullish(),
  })
  .openapi("LeadInput") satisfies z.ZodType<LeadInput>;

/** Body of `POST /track/sale`. */
export const saleInput = z
  .object({
    customerExternalId: externalId,
    amount,
    currency: currency.optional(),
    eventName: trimmed({ min: 1, max: 255 }).optional(),
    paymentProcessor: z.enum(paymentProcessors).optional(),
    invoiceId: text({ max: 255 }).nullish(),
    metadata: metadata.nullish(),
    leadEventName: trimmed({ max: 255 }).nullish(),
    clickId: z.string().nullish(),
    ...customerFacts,
  })
  .openapi("SaleInput") satisfies z.ZodType<SaleInput>;

/** Body of `POST /track/refund`. */
export const refundInput = z
  .object({
    invoiceId: text({ min: 1, max: 255 }),
    amount: omissible(z.int().min(1)),
    refundId: omissible(text({ min: 1, max: 255 })),
    reason: omissible(text({ max: 1000 })),
  })
  .openapi("RefundInput") satisfies z.ZodType<RefundInput>;

const pageUrl = text({ max: 8192 });

/** Body of `POST /track/click`. */
export const clickInput = z
  .object({
    domain: z.string().optional(),
    key: z.string().optional(),
    identifier: text({ min: 1, max: 255 }).optional(),
    url: omissible(pageUrl),
    referrer: omissible(pageUrl),
  })
  .refine(
    ({ domain, key, identifier }) => identifier !== undefined || (domain !== undefined && key !== undefined),
    "send domain and key, or identifier",
  )
  .openapi("ClickInput") satisfies z.ZodType<ClickInput>;

/** Body of `POST /track/open`. */
export const openInput = z
  .object({ deepLink: pageUrl.optional(), domain: z.string().optional() })
  .refine(({ deepLink, domain }) => deepLink !== undefined || domain !== undefined, "send deepLink, or domain")
  .openapi("OpenInput") satisfies z.ZodType<OpenInput>;

/** Body of `POST /track/visit`. */
export const visitInput = z
  .object({ domain: z.string(), url: pageUrl, referrer: omissible(pageUrl) })
  .openapi("VisitInput") satisfies z.ZodType<VisitInput>;

const nullableText = z.string().nullable();

export const leadResult = z
  .strictObject({
    click: z.strictObject({ id: z.string() }),
    link: z
      .strictObject({
        id: z.string(),
        domain: z.string(),
        key: z.string(),
        shortLink: z.string(),
        url: z.string(),
        partnerId: nullableText,
        programId: nullableText,
        tenantId: nullableText,
        externalId: nullableText,
      })
      .nullable(),
    customer: z.strictObject({
      name: nullableText,
      email: nullableText,
      avatar: nullableText,
      externalId: z.string(),
    }),
  })
  .openapi("LeadResult") satisfies z.ZodType<LeadResult>;

export const saleResult = z
  .strictObject({
    eventName: z.string(),
    customer: z
      .strictObject({
        id: z.string(),
        name: nullableText,
        email: nullableText,
        avatar: nullableText,
        externalId: nullableText,
      })
      .nullable(),
    sale: z
      .strictObject({
        amount: z.int(),
        currency: z.string(),
        paymentProcessor: z.enum(paymentProcessors),
        invoiceId: nullableText,
        metadata: z.record(z.string(), z.unknown()).nullable(),
      })
      .nullable(),
  })
  .openapi("SaleResult") satisfies z.ZodType<SaleResult>;

export const refundResult = z
  .strictObject({
    sale: z.strictObject({
      invoiceId: z.string(),
      amount: z.int(),
      refundedAmount: z.int(),
      currency: z.string(),
    }),
    commission: z.strictObject({ id: z.string(), status: z.enum(commissionStatuses), earnings: z.int() }).nullable(),
    clawback: z.strictObject({ id: z.string(), earnings: z.int() }).nullable(),
  })
  .openapi("RefundResult") satisfies z.ZodType<RefundResult>;

export const clickResult = z
  .strictObject({
    clickId: z.string(),
    partner: z.strictObject({ id: z.string(), name: z.string(), image: nullableText }).nullable(),
    discount: z
      .strictObject({
        id: z.string(),
        amount: z.number(),
        type: z.enum(["flat", "percentage"]),
        maxDuration: z.int().nullable(),
      })
      .nullable(),
  })
  .openapi("ClickResult") satisfies z.ZodType<ClickResult>;

export const openResult = z
  .strictObject({
    clickId: nullableText,
    link: z.strictObject({ id: z.string(), domain: z.string(), key: z.string(), url: z.string() }).nullable(),
  })
  .openapi("OpenResult") satisfies z.ZodType<OpenResult>;

export const visitResult = z.strictObject({ clickId: z.string() });
