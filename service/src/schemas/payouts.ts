import { z } from "@hono/zod-openapi";
import { commissionPartner } from "./commissions.ts";
import { page, pageSize } from "./query.ts";
import { text } from "./text.ts";
import { payoutMethodName, payoutStatus } from "./values.ts";

const nullableText = z.string().nullable();
const date = z.iso.datetime();
const method = payoutMethodName;

export const payout = z
  .strictObject({
    id: z.string().describe("Id of the payout, `po_…`."),
    invoiceId: nullableText.describe("Invoice the payout belongs to, when there is one."),
    amount: z.int().describe("Sum of its commissions, in minor units of `currency`."),
    currency: z.string().describe("ISO 4217 code of the program."),
    status: payoutStatus.describe("Where it stands."),
    description: nullableText.describe("What it is for."),
    periodStart: date.nullable().describe("When its oldest commission was earned."),
    periodEnd: date.nullable().describe("Up to when commissions were collected."),
    createdAt: date.describe("When it was made."),
    updatedAt: date.describe("When it last changed."),
    initiatedAt: date.nullable().describe("When it was handed over for payment."),
    paidAt: date.nullable().describe("When the money arrived."),
    failureReason: nullableText.describe("Why it failed."),
    mode: z
      .enum(["internal", "external"])
      .nullable()
      .describe("Who moves the money: the service, or you (`external`); `null` before it is handed over."),
    method: method.nullable().describe("How the partner is paid; `null` before it is handed over."),
    traceId: nullableText.describe("Your own reference of the transfer."),
    partner: commissionPartner
      .extend({
        defaultPayoutMethod: method.nullable().describe("How the partner wishes to be paid."),
        tenantId: nullableText.describe("The partner's id in your own database."),
      })
      .describe("Who is paid."),
    user: z
      .strictObject({
        id: z.string().describe("Id of the user."),
        name: nullableText.describe("Name."),
        email: nullableText.describe("Address."),
        image: nullableText.describe("URL of the picture."),
      })
      .nullable()
      .describe("Reserved for the user who confirmed the payout."),
  })
  .describe("A payout as the server API answers it.")
  .openapi("Payout");

export const payoutListQuery = z
  .object({
    status: payoutStatus.optional().describe("Only payouts in this status."),
    partnerId: z.string().optional().describe("Only payouts of this partner; wins over `tenantId`."),
    tenantId: z.string().optional().describe("Only payouts of the partner with this id in your own database."),
    invoiceId: z.string().optional().describe("Only payouts of this invoice."),
    groupId: z.string().optional().describe("Only payouts of partners of this group."),
    sortBy: z.enum(["amount", "initiatedAt", "paidAt"]).optional().describe("What to sort by. Default `amount`."),
    sortOrder: z.enum(["asc", "desc"]).optional().describe("Direction of the sort. Default `desc`."),
    page: page.describe("Number of the page, from 1."),
    pageSize: pageSize().describe("Items per page."),
  })
  .describe("Query of `GET /payouts`; `partnerId` beats `tenantId`.");

export const payoutInput = z
  .object({ partnerId: z.string().describe("Id of the partner, `pn_…`.") })
  .describe("Names a partner.")
  .openapi("PayoutInput");

export const payoutPatch = z
  .object({
    status: payoutStatus
      .exclude(["pending"])
      .meta({ ...payoutStatus.meta() })
      .describe(
        "Next status: pending → processing → processed → sent → completed; `failed` and `canceled` release its commissions.",
      ),
    reference: text({ min: 1, max: 255 })
      .optional()
      .describe("Your own reference of the transfer; the same one again changes nothing."),
    failureReason: text({ max: 1000 }).optional().describe("Why it failed."),
  })
  .describe("Body of `PATCH /payouts/{id}`: the next status only.")
  .openapi("PayoutPatch");
