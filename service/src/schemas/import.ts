import { z } from "@hono/zod-openapi";
import { customerInput } from "./customers.ts";
import { spelling } from "./discount-code.ts";
import { importedReferredBy, partnerInvite } from "./partner-input.ts";
import { partnerPayoutMethodInput } from "./payouts.ts";
import { queryBool } from "./query.ts";
import { dateTime, email, emailIfAny, externalId, omissible, text, trimmed } from "./text.ts";
import { amount, currency, metadata } from "./tracking.ts";

const linkDomain = trimmed({ min: 1, max: 190 }).describe(
  "Host of the short link: a shared one, or one of yours. Default: the workspace's.",
);
const linkKey = text({ min: 1, max: 190 }).describe("The part of the short link behind the host.");

export const importedLink = z
  .object({
    domain: omissible(linkDomain),
    key: linkKey,
    url: omissible(trimmed({ min: 1, max: 32_000 })).describe("Where it leads. Default: the program's address."),
  })
  .describe("A short link that a partner has already handed out.");

export const partnerImport = partnerInvite
  .extend({
    referredBy: omissible(importedReferredBy).describe(
      "Who brought the partner in, one that is enrolled already; import that one first. Of a partner who is enrolled it never changes.",
    ),
    createdAt: omissible(dateTime).describe("When the partner joined. Default: now."),
    payoutMethod: omissible(partnerPayoutMethodInput).describe(
      "How the partner is paid, unless that is known already. Needs the scope `payouts.write` too.",
    ),
    links: omissible(z.array(importedLink).max(10)).describe("Short links to keep, up to 10."),
    discountCode: omissible(spelling).describe("The partner's discount code, unless it is theirs already."),
  })
  .describe("A partner of another product, approved there: an item of `POST /partners/bulk`.")
  .openapi("PartnerImport");

const owner = {
  partnerId: omissible(z.string()).describe("Id of the partner, `pn_…`."),
  tenantId: omissible(z.string()).describe("The partner's id in your own database."),
  partnerEmail: omissible(email).describe("The partner's address."),
  linkDomain: omissible(linkDomain),
  linkKey: omissible(linkKey).describe("The partner's link; names the partner as well. Default: the partner's first."),
};

export const customerImport = z
  .object({
    ...customerInput.shape,
    ...owner,
    createdAt: omissible(dateTime).describe("When the customer signed up. Default: now."),
  })
  .describe("A customer of another product, with the partner who brought them: an item of `POST /customers/bulk`.")
  .openapi("CustomerImport");

export const saleImport = z
  .object({
    ...owner,
    customer: z
      .object({
        externalId: externalId(100).describe("The customer's id in your own database."),
        name: omissible(text({ max: 190 })).describe("Name."),
        email: omissible(emailIfAny).describe("Address; one that is none is left out."),
      })
      .describe("Who paid; made when not known yet. Without a partner in the row, the customer's counts."),
    invoiceId: text({ min: 1, max: 255 }).describe("Natural key of the sale: an invoice is one sale."),
    amount: amount.min(1).describe("What was paid, in minor units of `currency`."),
    currency: currency.optional().describe("ISO 4217 code. Default `usd`."),
    earnings: amount.describe(
      "What the partner earned by it, in minor units of `currency`: at most `amount`, 0 where nothing.",
    ),
    date: dateTime.describe("When it was paid; not in the future."),
    status: z
      .enum(["pending", "paid"])
      .default("pending")
      .meta({
        description: "Whether the partner has the money. Default `pending`.",
        "x-enumDescriptions": {
          pending: "The partner is owed it: payable once the program's holding time after `date` is over.",
          paid: "It was paid before the move, and is in no payout to come.",
        },
      }),
    paidAt: omissible(dateTime).describe("For `paid`: when, on the day of `date` or later. Default: `date`."),
    payoutReference: omissible(text({ min: 1, max: 255 })).describe(
      "For `paid`: the payout it was paid with, elsewhere. Default: one for each month.",
    ),
    eventName: omissible(trimmed({ min: 1, max: 255 })).describe("Name of the sale. Default `Purchase`."),
    metadata: omissible(metadata).describe("Anything of yours to keep with it; at most 10,000 characters as JSON."),
  })
  .describe("A sale of the past with what it earned: an item of `POST /commissions/bulk`.")
  .openapi("SaleImport");

export const importOutcome = z
  .strictObject({
    outcome: z.enum(["created", "updated", "changed", "unchanged", "conflict", "refused"]).meta({
      description: "What became of the item.",
      "x-enumDescriptions": {
        created: "It is new.",
        updated: "It was there, and something of the item was added.",
        changed: "The sale was there, and has been paid elsewhere since.",
        unchanged: "It was there with all of this.",
        conflict: "The sale was there and says otherwise; nothing was changed, and `error` says what differs.",
        refused: "It was left out; `error` says why.",
      },
    }),
    id: z
      .string()
      .nullable()
      .describe(
        "Id of the partner, the customer or the new or changed commission; `null` without one, and in a dry run of a new one.",
      ),
    error: z
      .strictObject({
        code: z.string().describe("The error's code."),
        message: z.string().describe("What is wrong with the item."),
      })
      .nullable()
      .describe("Why it was refused, or what differs; `null` unless one is so."),
  })
  .describe("What became of an item of a bulk import.")
  .openapi("ImportOutcome");

export const importQuery = z
  .object({
    dryRun: queryBool
      .optional()
      .describe("Whether to answer what would happen, and to keep nothing of it. Default `false`."),
  })
  .describe("Whether a bulk import is only tried.");
