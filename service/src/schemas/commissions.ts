import { z } from "@hono/zod-openapi";
import { maxAmount } from "../bounds.ts";
import { periodQuery } from "./analytics.ts";
import { country, customer } from "./customers.ts";
import { csvAmounts, cursorPaging, filterText } from "./query.ts";
import { dateTime, mediaAddress, omissible, text, trimmed } from "./text.ts";
import { amount, currency, metadata } from "./tracking.ts";
import { commissionStatus, commissionType, holdReason, selfReferralSignal, unknownReason } from "./values.ts";

const nullableText = z.string().nullable();
const date = z.iso.datetime();

export const commissionPartner = z
  .strictObject({
    id: z.string().describe("Id of the partner, `pn_…`."),
    name: z.string().describe("Full name."),
    email: nullableText.describe("Address."),
    image: nullableText.describe("URL of the avatar."),
    payoutsEnabledAt: date.nullable().describe("When payouts to the partner were enabled."),
    country: nullableText.describe("Country of residence, ISO 3166-1 alpha-2."),
    groupId: nullableText.describe("The partner's group."),
  })
  .describe("The partner a commission or payout belongs to.");

export const commission = z
  .strictObject({
    id: z.string().describe("Id of the commission, `cm_…`."),
    type: commissionType.describe(
      "What is rewarded: a click, lead or sale, a partner brought in, or an entry by hand.",
    ),
    amount: z
      .int()
      .describe(
        "Value of the event itself, in minor units of `currency`; 0 where it has none, and while `unknownReason` is `fx_unknown`.",
      ),
    earnings: z
      .int()
      .describe("What the partner earns; negative when something is taken back, 0 while `unknownReason` says why."),
    unknownReason: unknownReason
      .nullable()
      .describe(
        "Why it is not known yet what is earned: the zeros are then no amounts, and empty in CSV. `null` when it is known.",
      ),
    currency: z.string().describe("ISO 4217 code of the program."),
    status: commissionStatus.describe("Where it stands."),
    holdReason: holdReason.nullable().describe("Why it is held; `null` unless it is."),
    reviewReason: holdReason
      .nullable()
      .describe(
        "What waits for your decision, by a `status`; `null` when nothing does, and a hold then ends by itself.",
      ),
    signals: z
      .array(selfReferralSignal)
      .describe(
        "What speaks for partner and customer being one person, strongest first, whether it is held for that or not. The partner does not see it.",
      ),
    invoiceId: nullableText.describe("Invoice of the sale."),
    note: nullableText
      .describe("What whoever decided its status last noted of it; the partner does not see it.")
      .meta({ examples: ["Five orders from one office."] }),
    description: nullableText.describe("What it is for."),
    quantity: z.int().describe("How many clicks or leads it pays for; 1 for a sale."),
    unrewarded: z
      .int()
      .describe(
        "Of a `click` commission: how many more unique clicks of its date earned nothing, since their addresses had earned `clickRewardsPerAddress` by then. 0 elsewhere.",
      ),
    userId: nullableText.describe("Reserved for the user who made an entry by hand."),
    metadata: z.record(z.string(), z.unknown()).nullable().describe("What was sent with the event."),
    createdAt: date.describe("When it was earned."),
    updatedAt: date.describe("When it last changed."),
    paidAt: date.nullable().describe("When it was paid."),
    payableAt: date.nullable().describe("From when on a payout may take it: after the program's holding period."),
    sourceId: nullableText.describe("The commission this one takes back, or was earned through."),
    partner: commissionPartner.describe("Who earns."),
    customer: customer.nullable().describe("Whose event it was; `null` where none took part."),
  })
  .describe("A commission as the server API answers it.")
  .openapi("Commission");

export const commissionFilter = periodQuery
  .extend({
    type: commissionType.optional().describe("Only commissions of this kind."),
    status: commissionStatus.optional().describe("Only commissions in this status; all of them by default."),
    customerId: z.string().optional().describe("Only those of this customer."),
    payoutId: z.string().optional().describe("Only those this payout pays."),
    partnerId: filterText
      .optional()
      .describe("Only those of this partner, of several (`pn_a,pn_b`), or of all others (`-pn_a`)."),
    tenantId: z.string().optional().describe("Only those of the partner with this id in your own database."),
    groupId: filterText.optional().describe("Only those of partners of this group, of several, or of all others."),
    partnerTagId: filterText
      .optional()
      .describe("Only those of partners with this tag, with one of several, or with none of them."),
    invoiceId: z.string().optional().describe("Only those of this invoice."),
    query: z
      .string()
      .optional()
      .describe(
        "A value of the event's metadata, as `metadata['plan']:'pro'`; else a part of its id, invoice or description, or of the partner's or customer's name or address.",
      ),
  })
  .describe("Filters shared by the commission list and its sums.");

export const commissionListQuery = commissionFilter
  .extend({
    sortBy: z
      .enum(["createdAt", "amount"])
      .optional()
      .describe("What to sort by; cursors go with `createdAt` only. Default `createdAt`."),
    sortOrder: z.enum(["asc", "desc"]).optional().describe("Direction of the sort. Default `desc`."),
    ...cursorPaging(),
    ...csvAmounts,
  })
  .describe("Query of `GET /commissions`.");

export const commissionSum = z
  .strictObject({
    status: commissionStatus.describe("Where they stand."),
    count: z.int().describe("How many there are."),
    earnings: z
      .int()
      .describe("What partners earn by them, in minor units of the program's currency; unknown amounts are not in it."),
  })
  .describe("The commissions of one status, summed.")
  .openapi("CommissionSum");

/** An amount that may be negative. */
const moved = z.int().min(-maxAmount).max(maxAmount);

const eventName = trimmed({ min: 1, max: 255 });

export const commissionInput = z
  .object({
    type: z
      .enum(["custom", "lead", "sale"])
      .optional()
      .describe(
        "What the commission is for: an amount of your choice (`custom`, the default), or a lead or sale to be recorded for the partner.",
      ),
    partnerId: z.string().describe("Id of the partner, `pn_…`."),
    amount: moved
      .optional()
      .describe("For `custom`: what the partner earns, in minor units of the program's currency; negative takes back."),
    date: omissible(dateTime).describe(
      "For `custom`: when it was earned, not in the future, with the scope `commissions.backdate`. Default: now. Leads and sales happen when they are recorded, and refuse it; sales of the past go to `POST /commissions/bulk`.",
    ),
    description: text({ max: 1000 }).nullish().describe("What it is for, shown to the partner."),
    customerId: omissible(z.string()).describe(
      "The customer of the lead or sale, `cus_…`; this or `customer` is required for both.",
    ),
    customer: omissible(
      z.object({
        externalId: text({ min: 1, max: 100 }).describe("The customer's id in your own database."),
        name: omissible(text({ max: 190 })).describe("Name."),
        email: omissible(trimmed({ max: 190 })).describe("Address."),
        avatar: omissible(mediaAddress).describe("URL of the picture."),
        country: omissible(country).describe("ISO 3166-1 alpha-2 code."),
      }),
    ).describe("The customer of the lead or sale, when not known yet."),
    linkId: omissible(z.string()).describe("The partner's link it counts for. Default: the first one."),
    lead: omissible(
      z.object({
        eventName: omissible(eventName).describe("What the customer did. Default `Sign up`."),
        metadata: omissible(metadata).describe("Anything of yours to keep with it; at most 10,000 characters as JSON."),
      }),
    ).describe("For `lead`: the lead to record."),
    sale: omissible(
      z.object({
        amount: amount.min(1).describe("What was paid, in minor units of `currency`."),
        currency: currency.optional().describe("ISO 4217 code. Default `usd`."),
        eventName: eventName.optional().describe("Name of the sale. Default `Purchase`."),
        invoiceId: omissible(text({ min: 1, max: 255 })).describe("Natural key of the sale."),
        metadata: omissible(metadata).describe("Anything of yours to keep with it; at most 10,000 characters as JSON."),
        paymentProcessor: z.string().optional().describe("Who took the payment. Default `custom`."),
      }),
    ).describe("Required for `sale`: the sale to record."),
  })
  .check(({ value, issues }) => {
    const require = (path: string, given: unknown): void => {
      if (given === undefined) issues.push({ code: "custom", path: [path], message: "required", input: given });
    };
    const type = value.type ?? "custom";
    if (type === "custom") require("amount", value.amount === 0 ? undefined : value.amount);
    else {
      if (type === "sale") require("sale", value.sale);
      require("customer", value.customer ?? value.customerId);
      const message =
        "only a custom commission can be dated here: leads and sales happen when they are recorded. Sales of the past go to POST /commissions/bulk";
      if (value.date !== undefined) issues.push({ code: "custom", path: ["date"], message, input: value.date });
    }
  })
  .describe("Body of `POST /commissions`.")
  .openapi("CommissionInput");

const settable = z.enum(["pending", "hold", "refunded", "duplicate", "canceled", "fraud"]);

/** The reason for a decision. */
const note = text({ max: 500 })
  .optional()
  .describe("Why, for whoever reads it later: kept with the commission and in the audit. The partner does not see it.")
  .meta({ examples: ["Five orders from one office."] });

export const commissionPatch = z
  .object({
    earnings: moved.optional().describe("What the partner earns from now on."),
    saleAmount: amount
      .optional()
      .describe("Corrected value of the sale, in minor units of `currency`; earnings follow."),
    modifySaleAmount: moved.optional().describe("By how much to correct the value of the sale."),
    amount: amount.optional().describe("Another name of `saleAmount`."),
    modifyAmount: moved.optional().describe("Another name of `modifySaleAmount`."),
    currency: currency.optional().describe("Currency of the corrected value, ISO 4217. Default: the program's."),
    status: settable
      .optional()
      .describe(
        "Next status; one that is paid, or in a payout under way, can no longer change. `hold` keeps it back for your review; `pending` releases it, and confirms what only a page reported.",
      ),
    note,
  })
  .describe("Body of `PATCH /commissions/{id}`.")
  .openapi("CommissionPatch");

export const commissionBulkPatch = z
  .object({
    commissionIds: z.array(z.string()).min(1).max(100).describe("Ids of the commissions, `cm_…`."),
    status: settable.describe(
      "Status for all of them; `hold` keeps them back for your review, `pending` releases them.",
    ),
    from: commissionStatus
      .optional()
      .describe("Status all of them must have still; otherwise 409, and nothing changes."),
    note,
  })
  .describe("Body of `PATCH /commissions/bulk`.");

export const commissionStatusRow = z
  .strictObject({
    id: z.string().describe("Id of the commission, `cm_…`."),
    status: commissionStatus.describe("Where it stands."),
    holdReason: holdReason.nullable().describe("Why it is held; `null` unless it is."),
  })
  .describe("What a bulk change answers.");
