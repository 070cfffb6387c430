import { z } from "@hono/zod-openapi";
import {
  commissionStatuses,
  commissionTypes,
  type Commission,
  type CommissionInput,
  type CommissionListQuery,
  type CommissionPatch,
} from "referrals-embed/contract";
import { periodQuery } from "./analytics.ts";
import { country, customer } from "./customers.ts";
import { page, pageSize } from "./query.ts";
import { dateTime, omissible, text, trimmed } from "./text.ts";
import { amount, currency, metadata } from "./tracking.ts";

const nullableText = z.string().nullable();
const date = z.iso.datetime();

/** The partner a commission or payout belongs to. */
export const commissionPartner = z.strictObject({
  id: z.string(),
  name: z.string(),
  email: nullableText,
  image: nullableText,
  payoutsEnabledAt: date.nullable(),
  country: nullableText,
  groupId: nullableText,
});

/** A commission (api-contract §15). */
export const commission = z
  .strictObject({
    id: z.string(),
    type: z.enum(commissionTypes),
    amount: z.int(),
    earnings: z.int(),
    currency: z.string(),
    status: z.enum(commissionStatuses),
    invoiceId: nullableText,
    description: nullableText,
    quantity: z.int(),
    userId: nullableText,
    metadata: z.record(z.string(), z.unknown()).nullable(),
    createdAt: date,
    updatedAt: date,
    paidAt: date.nullable(),
    payableAt: date.nullable(),
    sourceId: nullableText,
    partner: commissionPartner,
    customer: customer.nullable(),
  })
  .openapi("Commission") satisfies z.ZodType<Commission>;

/** Query of `GET /commissions`. */
export const commissionListQuery = periodQuery.extend({
  type: z.enum(commissionTypes).optional(),
  status: z.enum(commissionStatuses).optional(),
  customerId: z.string().optional(),
  payoutId: z.string().optional(),
  partnerId: z.string().optional(),
  tenantId: z.string().optional(),
  groupId: z.string().optional(),
  partnerTagId: z.string().optional(),
  invoiceId: z.string().optional(),
  query: z.string().optional(),
  sortBy: z.enum(["createdAt", "amount"]).optional(),
  sortOrder: z.enum(["asc", "desc"]).optional(),
  page: page.unwrap().optional(),
  pageSize: pageSize(),
  startingAfter: z.string().optional(),
  endingBefore: z.string().optional(),
}) satisfies z.ZodType<CommissionListQuery>;

const eventName = trimmed({ min: 1, max: 255 });

/** Body of `POST /commissions`. */
export const commissionInput = z
  .object({
    type: z.enum(["custom", "lead", "sale"]).optional(),
    partnerId: z.string(),
    amount: z.int().optional(),
    date: omissible(dateTime),
    description: text({ max: 1000 }).nullish(),
    customerId: omissible(z.string()),
    customer: omissible(
      z.object({
        externalId: text({ min: 1, max: 100 }),
        name: omissible(text({ max: 190 })),
        email: omissible(trimmed({ max: 190 })),
        avatar: omissible(z.string()),
        country: omissible(country),
      }),
    ),
    linkId: omissible(z.string()),
    lead: omissible(z.object({ eventName, metadata: omissible(metadata) })),
    sale: omissible(
      z.object({
        amount: amount.min(1),
        currency: currency.optional(),
        eventName: eventName.optional(),
        invoiceId: omissible(text({ min: 1, max: 255 })),
        metadata: omissible(metadata),
        paymentProcessor: z.string().optional(),
      }),
    ),
  })
  .check(({ value, issues }) => {
    const require = (path: string, given: unknown): void => {
      if (given === undefined) issues.push({ code: "custom", path: [path], message: "required", input: given });
    };
    const type = value.type ?? "custom";
    if (type === "custom") require("amount", value.amount === 0 ? undefined : value.amount);
    else {
      require(type, value[type]);
      require("customer", value.customer ?? value.customerId);
    }
  })
  .openapi("CommissionInput") satisfies z.ZodType<CommissionInput>;

const settable = z.enum(["pending", "refunded", "duplicate", "canceled", "fraud"]);

/** Body of `PATCH /commissions/{id}`. */
export const commissionPatch = z
  .object({
    earnings: z.int().optional(),
    saleAmount: amount.optional(),
    modifySaleAmount: z.int().optional(),
    amount: amount.optional(),
    modifyAmount: z.int().optional(),
    currency: currency.optional(),
    status: settable.optional(),
  })
  .openapi("CommissionPatch") satisfies z.ZodType<CommissionPatch>;

/** Body of `PATCH /commissions/bulk`. */
export const commissionBulkPatch = z.object({ commissionIds: z.array(z.string()).min(1).max(100), status: settable });

/** What a bulk change answers. */
export const commissionStatusRow = z.strictObject({ id: z.string(), status: z.enum(commissionStatuses) });
