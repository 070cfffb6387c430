import { z } from "@hono/zod-openapi";
import { commissionPartner } from "./commissions.ts";
import { periodQuery } from "./analytics.ts";
import { csvAmounts, filterText, paging } from "./query.ts";
import { dateTime, email, omissible, text, trimmed } from "./text.ts";
import {
  commissionType,
  enrollmentStatus,
  payoutMethodName,
  payoutNeed,
  payoutStatus,
  payoutWaitReason,
} from "./values.ts";

const nullableText = z.string().nullable();
const date = z.iso.datetime();
const method = payoutMethodName;

/** Number of a payout's statement. */
export const statementNumber = nullableText.meta({
  description: "Number of its statement, counted per program; `null` until it is confirmed.",
  examples: ["000042"],
});

export const payout = z
  .strictObject({
    id: z.string().describe("Id of the payout, `po_…`."),
    number: statementNumber,
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

export const payoutStatement = z
  .strictObject({
    number: statementNumber,
    payoutId: z.string().describe("Id of the payout, `po_…`."),
    status: payoutStatus.describe("Where it stands."),
    program: z
      .strictObject({
        name: z.string().describe("Name partners see."),
        supportEmail: nullableText.describe("Where partners write to."),
      })
      .describe("Who pays."),
    partner: z
      .strictObject({
        id: z.string().describe("Id of the partner, `pn_…`."),
        name: z.string().describe("Full legal name."),
        companyName: nullableText.describe("Legal name of the company, when the partner is one."),
        email: nullableText.describe("Address as it was given."),
        country: nullableText.describe("Country of residence for tax purposes, ISO 3166-1 alpha-2."),
      })
      .describe("Who is paid."),
    periodStart: payout.shape.periodStart,
    periodEnd: payout.shape.periodEnd,
    initiatedAt: payout.shape.initiatedAt,
    paidAt: payout.shape.paidAt,
    method: payout.shape.method,
    currency: payout.shape.currency,
    amount: z.int().describe("What is paid, in minor units of `currency`: the sum of the lines."),
    lines: z
      .array(
        z.strictObject({
          commissionId: z.string().describe("Id of the commission, `cm_…`."),
          date: date.describe("When it was earned."),
          type: commissionType.describe("What it is for."),
          description: nullableText.describe("What it is for, in words, where somebody wrote them."),
          shortLink: nullableText.describe("The link it came by."),
          quantity: z.int().describe("How many events it pays."),
          earnings: z.int().describe("What it adds to the amount; negative takes back."),
        }),
      )
      .describe(
        "What it pays, oldest first. A payout that failed or was given up has none: its commissions are in another.",
      ),
    totals: z
      .array(
        z.strictObject({
          type: commissionType.describe("What the commissions are for."),
          count: z.int().describe("How many there are."),
          earnings: z.int().describe("What they come to."),
        }),
      )
      .describe("The lines by type."),
  })
  .describe("What a payout pays, as the partner's record of it.")
  .openapi("PayoutStatement");

export const payoutListQuery = periodQuery
  .extend({
    status: payoutStatus.optional().describe("Only payouts in this status."),
    partnerId: z.string().optional().describe("Only payouts of this partner; wins over `tenantId`."),
    tenantId: z.string().optional().describe("Only payouts of the partner with this id in your own database."),
    invoiceId: z.string().optional().describe("Only payouts of this invoice."),
    groupId: filterText.optional().describe("Only payouts of partners of this group, of several, or of all others."),
    sortBy: z.enum(["amount", "initiatedAt", "paidAt"]).optional().describe("What to sort by. Default `amount`."),
    sortOrder: z.enum(["asc", "desc"]).optional().describe("Direction of the sort. Default `desc`."),
    ...paging(),
    ...csvAmounts,
  })
  .describe(
    "Query of `GET /payouts`; `partnerId` beats `tenantId`. Of a period: paid in it, or unpaid and made in it.",
  );

export const payoutsDue = z
  .strictObject({
    amount: z
      .int()
      .describe(
        "What a run would collect now that is in no payout yet, in minor units of `currency`: of partners who reach the minimum.",
      ),
    payouts: z.int().meta({ description: "How many partners it is for, each with one payout.", examples: [12] }),
    currency: z.string().describe("ISO 4217 code of the program."),
    asOf: date.describe("When it was reckoned."),
  })
  .describe("What `POST /payouts/run` would collect now.")
  .openapi("PayoutsDue");

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
        "A later status of pending → processing → processed → sent → completed; steps may be left out, and leaving `pending` confirms. `failed` and `canceled` release its commissions.",
      ),
    reference: text({ min: 1, max: 255 })
      .optional()
      .describe("Your own reference of the transfer; the same one again changes nothing."),
    failureReason: text({ max: 1000 }).optional().describe("Why it failed."),
  })
  .describe("Body of `PATCH /payouts/{id}`.")
  .openapi("PayoutPatch");

const shortCode = (max: number, words: string) =>
  trimmed({ min: 1, max })
    .transform((value) => value.replace(/\s/g, "").toUpperCase())
    .pipe(z.string().regex(/^[A-Z0-9-]+$/, words));

export const bankAccount = z
  .strictObject({
    country: trimmed({ min: 2, max: 2 })
      .transform((value) => value.toUpperCase())
      .pipe(z.string().regex(/^[A-Z]{2}$/, "must be an ISO 3166-1 alpha-2 code"))
      .meta({ description: "Country of the account, ISO 3166-1 alpha-2.", examples: ["DE"] }),
    holder: trimmed({ min: 1, max: 190 }).meta({
      description: "Who the account belongs to, as the bank has it.",
      examples: ["Ada Okafor"],
    }),
    iban: shortCode(50, "must be an IBAN")
      .optional()
      .meta({
        description: "The account, where the country has IBANs; blanks do not matter.",
        examples: ["DE89370400440532013000"],
      }),
    accountNumber: shortCode(34, "must be letters, digits and -")
      .optional()
      .meta({ description: "The account, where the country has no IBAN.", examples: ["000123456789"] }),
    routingNumber: shortCode(20, "must be letters, digits and -")
      .optional()
      .meta({
        description: "Its bank: ABA number in the USA, BSB in Australia, IFSC in India, and so on.",
        examples: ["021000021"],
      }),
  })
  .describe("A bank account: an IBAN, or account and routing number, by country.")
  .openapi("BankAccount");

export const partnerPayoutMethodInput = z
  .object({
    method: payoutMethodName.describe("How the partner is paid from now on."),
    paypalEmail: email.optional().describe("Address that receives the money; required for `paypal` and `tremendous`."),
    walletAddress: trimmed({ min: 20, max: 100 })
      .regex(/^[A-Za-z0-9]+$/, "must be a wallet address")
      .optional()
      .meta({ description: "Wallet that receives the money; required for `stablecoin`." }),
    stripeConnectId: trimmed({ min: 1, max: 255 })
      .optional()
      .describe("Account at the connect provider; required for `connect`."),
    bank: bankAccount.optional().describe("Account that receives the money; required for `bank`."),
  })
  .describe("Body of `PUT /partners/{partnerId}/payout-method`.")
  .openapi("PartnerPayoutMethodInput");

export const sharedDestination = z
  .strictObject({
    partnerId: z.string().describe("Id of the partner, `pn_…`."),
    partners: z
      .array(
        z.strictObject({
          id: z.string().describe("Id of the partner, `pn_…`."),
          name: z.string().describe("Full legal name."),
          email: nullableText.describe("Address as it was given."),
          status: enrollmentStatus
            .nullable()
            .describe("The partner's standing in the program; `null` of one who has left it."),
        }),
      )
      .describe("Others that are paid to the same destination, 100 at most; empty where nobody is."),
    releasedAt: date.nullable().describe("When a person allowed it; a changed payout method ends that."),
  })
  .describe("Who else is paid where a partner is.")
  .openapi("SharedDestination");

export const releaseDestinationInput = z
  .object({
    reason: trimmed({ min: 1, max: 500 }).meta({
      description: "Why it is right; kept in the audit log.",
      examples: ["Two partners of one household"],
    }),
  })
  .describe("Body of `POST /partners/{partnerId}/shared-destination/release`.");

export const payoutRunInput = z
  .object({
    cutoff: omissible(dateTime).describe("Collect what was payable by then; not in the future. Default: now."),
  })
  .describe("Body of `POST /payouts/run`.");

export const payoutRunPartner = z
  .strictObject({
    partner: z
      .strictObject({
        id: z.string().describe("Id of the partner, `pn_…`."),
        name: nullableText.describe("Name."),
        email: nullableText.describe("Address as it was given."),
        tenantId: nullableText.describe("The partner's id in your own database."),
        status: enrollmentStatus.describe("The partner's standing in the program."),
      })
      .describe("Whose money it is."),
    currency: z.string().describe("ISO 4217 code of the program."),
    payoutId: nullableText.meta({
      description: "The partner's open payout, `po_…`; `null` without one.",
      examples: ["po_1KAY3SCCZE7J2NC8Q5TEM1X9AB"],
    }),
    amount: z.int().describe("What that payout pays once it is confirmed, in minor units of `currency`; else 0."),
    needs: z
      .strictObject({
        reason: payoutNeed.describe("What is missing."),
        until: date.nullable().describe("When it ends by itself; `null` when the partner or you must do something."),
      })
      .nullable()
      .describe("What the partner lacks to be paid; a payout is not confirmed before. `null`: nothing."),
    waiting: z
      .array(
        z.strictObject({
          reason: payoutWaitReason.describe("Why it waits."),
          amount: z
            .int()
            .nullable()
            .describe("What waits, in minor units; negative takes back. `null`: what it earns is not known yet."),
          commissions: z.int().describe("How many commissions these are."),
          from: date
            .nullable()
            .describe("When the first of it may be paid, by what there is today; `null` where no date ends it."),
          until: date
            .nullable()
            .describe("When all of it may be paid, by what there is today; `null` where no date ends it."),
        }),
      )
      .describe("What no payout has taken, each amount under one reason."),
  })
  .describe("How a partner's money stands after a payout run.")
  .openapi("PayoutRunPartner");

export const payoutRunResult = z
  .strictObject({
    payoutIds: z.array(z.string()).describe("Ids of the payouts that were made or added to, `po_…`."),
    partners: z
      .array(payoutRunPartner)
      .describe("Every partner with money: what is paid, and what waits, why and until when."),
  })
  .describe("What a run collected, and what it left.");

export const payoutConfirmInput = z
  .object({
    payoutIds: omissible(z.array(z.string()).min(1).max(1000)).describe(
      "Ids of the payouts to confirm, `po_…`. Default: all that are pending.",
    ),
    amounts: omissible(z.array(z.int()).max(1000)).describe(
      "What each of `payoutIds` was seen to pay, in their order, in minor units. One that pays another amount by now is refused, since somebody has collected or corrected meanwhile.",
    ),
  })
  .refine(({ payoutIds, amounts }) => !amounts || amounts.length === payoutIds?.length, {
    path: ["amounts"],
    message: "has an amount for each of payoutIds",
  })
  .describe("Body of `POST /payouts/confirm`.");

export const payoutExportInput = z
  .object({
    format: z
      .enum(["csv", "json", "paypal", "wise"])
      .default("csv")
      .meta({
        description: "Kind of file. Default `csv`.",
        "x-enumDescriptions": {
          csv: "Every confirmed payout, with a header line.",
          json: "The same as a list of objects.",
          paypal: "PayPal's mass payments: address, sum, currency, id and note, of those paid by PayPal.",
          wise: "Wise's batch of payments to bank accounts, of those paid by bank transfer.",
        },
      }),
    payoutIds: omissible(z.array(z.string()).min(1).max(1000)).describe(
      "Ids of payouts whose file is written again, `po_…`, also of those that are sent or paid. Default: all that are confirmed and not yet sent.",
    ),
    again: z
      .boolean()
      .default(true)
      .describe(
        "Whether payouts that stand in an earlier file are in this one, too. With `false`, which takes `payoutIds`, one of them that does gets 409 and nothing is exported: of two who export the same payouts at the same time, one gets the file. Default `true`.",
      ),
  })
  .refine(({ again, payoutIds }) => again || payoutIds, {
    path: ["payoutIds"],
    message: "names the payouts, where `again` is false",
  })
  .describe("Body of `POST /payouts/export`.");

export const payoutExportFile = z
  .strictObject({
    content: z.string().meta({
      description: "The file; it names where the money goes, so keep it as you keep money.",
      examples: ["mara@ilves.example,152.40,USD,po_1KAY3SCCZE7J2NC8Q5TEM1X9AB,Acme partners\\r\\n"],
    }),
  })
  .describe("Confirmed payouts as a file.");

export const payoutSettleInput = z
  .object({
    payouts: z
      .array(
        z.object({
          id: z.string().describe("Id of the payout, `po_…`."),
          status: z
            .enum(["sent", "completed", "failed"])
            .default("completed")
            .describe("What became of it. Default `completed`."),
          reference: omissible(text({ min: 1, max: 255 })).describe("Your own reference of the transfer."),
          failureReason: omissible(text({ max: 1000 })).describe("Why it failed."),
        }),
      )
      .min(1)
      .max(1000)
      .describe("What your bank or provider reports."),
  })
  .describe("Body of `POST /payouts/settle`.");

export const payoutBulkResult = z
  .strictObject({
    payoutIds: z.array(z.string()).describe("Ids of the payouts that stand there now, `po_…`."),
    refused: z
      .array(
        z.strictObject({
          id: z.string().describe("Id of the payout, `po_…`."),
          reason: z.string().meta({ description: "Why not.", examples: ["the partner has no payout method"] }),
        }),
      )
      .describe("Those that stay as they were."),
  })
  .describe("What became of several payouts; each is judged alone.");
