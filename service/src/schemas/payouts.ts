import { z } from "@hono/zod-openapi";
import {
  payoutMethods,
  payoutStatuses,
  type Payout,
  type PayoutListQuery,
  type PayoutPatch,
} from "referrals-embed/contract";
import { commissionPartner } from "./commissions.ts";
import { page, pageSize } from "./query.ts";
import { text } from "./text.ts";

const nullableText = z.string().nullable();
const date = z.iso.datetime();
const method = z.enum(payoutMethods);

/** A payout (api-contract §15). */
export const payout = z
  .strictObject({
    id: z.string(),
    invoiceId: nullableText,
    amount: z.int(),
    currency: z.string(),
    status: z.enum(payoutStatuses),
    description: nullableText,
    periodStart: date.nullable(),
    periodEnd: date.nullable(),
    createdAt: date,
    updatedAt: date,
    initiatedAt: date.nullable(),
    paidAt: date.nullable(),
    failureReason: nullableText,
    mode: z.enum(["internal", "external"]).nullable(),
    method: method.nullable(),
    traceId: nullableText,
    partner: commissionPartner.extend({ defaultPayoutMethod: method.nullable(), tenantId: nullableText }),
    user: z.strictObject({ id: z.string(), name: nullableText, email: nullableText, image: nullableText }).nullable(),
  })
  .openapi("Payout") satisfies z.ZodType<Payout>;

/** Query of `GET /payouts`. */
export const payoutListQuery = z.object({
  status: z.enum(payoutStatuses).optional(),
  partnerId: z.string().optional(),
  tenantId: z.string().optional(),
  invoiceId: z.string().optional(),
  groupId: z.string().optional(),
  sortBy: z.enum(["amount", "initiatedAt", "paidAt"]).optional(),
  sortOrder: z.enum(["asc", "desc"]).optional(),
  page,
  pageSize: pageSize(),
}) satisfies z.ZodType<PayoutListQuery>;

/** Body of `POST /payouts`. */
export const payoutInput = z.object({ partnerId: z.string() }).openapi("PayoutInput");

/** Body of `PATCH /payouts/{id}`. */
export const payoutPatch = z
  .object({
    status: z.enum(["processing", "processed", "sent", "completed", "failed", "canceled"]),
    reference: text({ min: 1, max: 255 }).optional(),
    failureReason: text({ max: 1000 }).optional(),
  })
  .openapi("PayoutPatch") satisfies z.ZodType<PayoutPatch>;
