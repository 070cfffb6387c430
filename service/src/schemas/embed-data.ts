import { statementNumber } from "./payouts.ts";
import { z } from "@hono/zod-openapi";
import { broughtInBy } from "./application.ts";
import { presence } from "./partner.ts";
import { type EmbedList } from "referrals-embed/contract";
import {
  commissionStatus,
  commissionType,
  embedScope,
  enrollmentAction,
  enrollmentStatus,
  payoutMethodName,
  payoutStatus,
  referralStatus,
  trigger,
  unknownReason,
} from "./values.ts";

const text = z.string().nullable();
const date = z.iso.datetime();
const money = z.int();
const count = z.int().min(0);
const rewardType = z.enum(["flat", "percentage"]);
export const maskedCustomer = z
  .strictObject({
    id: z.string().describe("Id of the customer, `cus_…`."),
    label: z.string().meta({
      description: "Name or address, masked like `a***@e***.com` unless the program shares customer data.",
      examples: ["g***@l***.example"],
    }),
    country: text.describe("ISO 3166-1 alpha-2 code."),
  })
  .describe("A customer as partners see them: a label, masked unless the program shares customer data.");
const customer = maskedCustomer.nullable();

/** A page of one of the embed's lists. */
export function embedList<T>(item: z.ZodType<T>) {
  return z.strictObject({
    data: z.array(item).describe("The page's items, newest first."),
    nextCursor: text.describe("What to send as `cursor` for the next page; `null` on the last one."),
    total: count.describe("How many items the same filters find in all."),
  }) satisfies z.ZodType<EmbedList<T>>;
}

export const embedTokenInfo = z
  .strictObject({
    expires: date.describe("When the token stops working."),
    scopes: z.array(embedScope).describe("What it may do."),
    allowedOrigins: z
      .array(z.string())
      .nullable()
      .describe("Sites it works on: its own, as far as the program allows them, else the program's; `null` = any."),
  })
  .describe("Life of the token in use.");

export const enrollmentActionResult = z
  .strictObject({
    status: enrollmentStatus.describe("Where the enrollment stands now."),
    access: z
      .enum(["full", "read", "none"])
      .describe("What the status lets the partner see: everything, everything without writing, or nothing but this."),
    actions: z.array(enrollmentAction).describe("What the partner can do about the enrollment now."),
  })
  .describe("What a status allows.");

export const profile = z
  .strictObject({
    id: z.string().describe("Id of the partner, `pn_…`."),
    name: z.string().describe("Full legal name."),
    email: text.describe("Address; cannot be changed here."),
    image: text.describe("URL of the avatar."),
    username: text.describe("Name in addresses, unique across the service."),
    description: text.describe("What the partner says of themselves."),
    country: text.describe("Country of residence, ISO 3166-1 alpha-2; fixed once there was a payout."),
    companyName: text.describe("Legal name of the company, when the partner is one."),
    ...presence,
    leaderboardOptIn: z.boolean().describe("Whether others see the partner's name on the leaderboard."),
    leaderboardName: text.describe("Name to show there. Default: `name`."),
    namedToFriends: z
      .boolean()
      .describe(
        "Whether people who follow the partner's links read the name and see the avatar beside their offer; no until the partner agrees.",
      ),
    locale: text.describe("Language of the dashboard, a tag like `en-GB`."),
    timezone: text.describe("IANA zone of the dashboard."),
  })
  .describe("A partner's own profile.")
  .openapi("Profile");

export const embedLink = z
  .strictObject({
    id: z.string().describe("Id of the link, `link_…`."),
    domain: z.string().describe("Host of the short link, with its port when that is not the default."),
    key: z.string().describe("The part of the short link behind the host."),
    shortLink: z.string().describe("The short link in full."),
    url: z.string().describe("Where the link leads."),
    shareUrl: z
      .string()
      .describe("What to copy: the short link, or the destination with `via=<key>`, as the program chose."),
    qrCode: z.string().describe("Address of the link's QR code."),
    discountCode: z
      .string()
      .nullable()
      .describe("Code that friends enter for the partner's discount and whose sales count for the link; `null` = none.")
      .meta({ examples: ["ADA20"] }),
    isDefault: z.boolean().describe("Whether the program made it; its destination then cannot be changed."),
    archived: z.boolean().describe("Whether it is hidden from lists; it still redirects and counts."),
    clicks: count.describe("Clicks counted so far."),
    leads: count.describe("Leads counted so far."),
    conversions: count.describe("Leads that became paying customers."),
    sales: count.describe("Sales, recurring ones included, less those refunded in full."),
    saleAmount: money
      .nullable()
      .describe("Revenue in minor units, less refunds; `null` when the program hides revenue."),
    earnings: money
      .nullable()
      .optional()
      .describe(
        "Earned by it so far, less what was taken back; `null` when the program hides earnings. In lists only.",
      ),
    createdAt: date.describe("When the link was made."),
    updatedAt: date.describe("When it was last changed."),
  })
  .describe("A partner's link as the embed shows it.")
  .openapi("EmbedLink");

export const earning = z
  .strictObject({
    id: z.string().describe("Id of the commission, `cm_…`."),
    type: commissionType.describe(
      "What is rewarded: a click, lead or sale, a partner brought in, or an entry by hand.",
    ),
    isRenewal: z.boolean().describe("Whether it is for a sale to a customer who had bought before."),
    productId: text
      .describe("Product sold, as the sale names it; `null` where it names none, and when the program hides revenue.")
      .meta({ examples: ["pro-yearly"] }),
    amount: money
      .nullable()
      .describe(
        "Value of the event itself, in minor units of `currency`; 0 where it has none, `null` while no exchange rate tells it.",
      ),
    earnings: money
      .nullable()
      .describe("What the partner earns; negative when something is taken back, `null` while it is not known."),
    grossEarnings: money
      .nullable()
      .describe(
        "What it came to before refunds; the same as `earnings` where nothing went back, `null` while it is not known.",
      ),
    unknownReason: unknownReason
      .nullable()
      .describe("Why it is not known yet what is earned; `null` when it is.")
      .meta({ examples: [null] }),
    refunded: money
      .nullable()
      .describe(
        "How much of the event's value went back to the customer, in minor units of `currency`; `null` while no exchange rate tells it.",
      ),
    paidIn: z
      .strictObject({
        amount: money.describe("What the customer paid, in minor units."),
        currency: z.string().describe("ISO 4217 code."),
        rate: text.describe("The program's currency for one of it, decimal text; `null` while no rate is known."),
      })
      .nullable()
      .describe("What the customer paid, where that was in another currency than the program's."),
    currency: z.string().describe("ISO 4217 code of the program."),
    status: commissionStatus.describe("Where it stands."),
    quantity: z.int().describe("How many clicks or leads it pays for; 1 for a sale."),
    description: text.describe("What it is for."),
    statusReason: text.describe("Why it stands there, where that needs a word."),
    createdAt: date.describe("When it was earned."),
    payableAt: date.nullable().describe("From when on a payout may take it."),
    paidAt: date.nullable().describe("When it was paid."),
    payout: z
      .strictObject({
        id: z.string().describe("Id of the payout, `po_…`."),
        status: payoutStatus.describe("Where it stands."),
      })
      .nullable()
      .describe("The payout that pays it; `null` while there is none."),
    customer: customer.describe("Whose event it was."),
    link: z
      .strictObject({
        id: z.string().describe("Id of the link, `link_…`."),
        shortLink: z.string().describe("The short link in full."),
        url: z.string().describe("Where the link leads."),
      })
      .nullable()
      .describe("The link it came by."),
    sourceId: text.describe("The commission this one takes back, or was earned through."),
    rule: z
      .strictObject({
        rewardId: text.describe("The reward that applied."),
        type: rewardType.describe("Whether `amount` is money or per cent of the sale."),
        amount: z.number().meta({ description: "Minor units when flat, per cent when a percentage.", examples: [10] }),
        capped: z.boolean().describe("Whether a limit made it smaller."),
        corrected: z.boolean().describe("Whether the program has changed the result by hand."),
      })
      .nullable()
      .describe("How it was computed; `null` for entries by hand."),
  })
  .describe("A commission as a partner sees it.")
  .openapi("Earning");

export const earningTimeseriesPoint = z
  .strictObject({
    start: date.describe("Instant at which the bucket begins."),
    earnings: money.describe("Earned in it, in minor units of the program's currency."),
    groups: z.record(z.string(), money).optional().describe("With `groupBy` only: group → money."),
  })
  .describe("A bucket of the earnings timeseries.");

export const payoutRow = z
  .strictObject({
    id: z.string().describe("Id of the payout, `po_…`."),
    number: statementNumber,
    amount: money.describe("Sum of its commissions, in minor units of `currency`."),
    currency: z.string().describe("ISO 4217 code of the program."),
    status: payoutStatus.describe("Where it stands."),
    method: payoutMethodName.nullable().describe("How it is paid; `null` before it is handed over."),
    periodStart: date.nullable().describe("When its oldest commission was earned."),
    periodEnd: date.nullable().describe("Up to when commissions were collected."),
    createdAt: date.describe("When it was made."),
    initiatedAt: date.nullable().describe("When it was handed over for payment."),
    paidAt: date.nullable().describe("When the money arrived."),
    failureReason: text.describe("Why it failed."),
    commissionCount: count.describe("How many commissions it pays."),
  })
  .describe("A payout as a partner sees it.")
  .openapi("PayoutRow");

export const eventRow = z
  .strictObject({
    id: z.string().describe("Id of the event, `evt_…`."),
    event: z.enum(["click", "lead", "sale"]).describe("Kind of event."),
    timestamp: date.describe("When it happened."),
    eventName: text.describe("What the customer did; `null` for clicks."),
    link: z
      .strictObject({
        id: z.string().describe("Id of the link, `link_…`."),
        shortLink: z.string().describe("The short link in full."),
      })
      .describe("The link it came by."),
    country: text.describe("ISO 3166-1 alpha-2 code; `null` when unknown."),
    city: text.describe("City; `null` when unknown."),
    device: text.describe("Kind of device; `null` when unknown."),
    browser: text.describe("Browser; `null` when unknown."),
    os: text.describe("Operating system; `null` when unknown."),
    referer: text.describe("Host the visitor came from; `null` when none."),
    trigger: trigger.describe("What produced the click."),
    customer: customer.describe("Whose event it was; `null` for clicks."),
    sale: z
      .strictObject({
        amount: money.describe("Value in minor units of `currency`."),
        currency: z.string().describe("ISO 4217 code."),
      })
      .nullable()
      .describe("The sale; `null` for clicks and leads, and when the program hides revenue."),
    earnings: money
      .nullable()
      .describe(
        "What the partner earned by it; `null` when nothing, when it is not known yet, or when the program hides earnings.",
      ),
  })
  .describe("An event as a partner sees it: no address, no user agent.")
  .openapi("EventRow");

export const leaderboardRow = z
  .strictObject({
    rank: count.describe("Place, from 1; equal sums share one."),
    name: text.describe("Name, of those who opted in."),
    isMe: z.boolean().describe("Whether this is the partner's own row."),
    earnings: money
      .nullable()
      .describe("Earned in the period, in minor units; of others only when the program shows exact amounts."),
    band: text.describe("The band that falls in, in major units, like `200-500`."),
  })
  .describe("A row of the leaderboard.");

export const leaderboard = z
  .strictObject({
    available: z.boolean().describe("Whether there is one to show."),
    reason: z
      .enum(["too_few_partners"])
      .nullable()
      .describe("Why there is none: fewer than five partners have earned."),
    period: z.enum(["all", "30d", "month"]).describe("The period it covers."),
    participants: count.describe("How many partners are ranked."),
    data: z.array(leaderboardRow).describe("The first hundred rows, and the partner's own."),
    me: z
      .strictObject({
        rank: count.nullable().describe("Place, from 1; `null` when not ranked."),
        earnings: money.nullable().describe("Earned in the period, in minor units."),
        band: text.describe("The band that falls in, in major units."),
        optedIn: z.boolean().describe("Whether others see the partner's name."),
      })
      .describe("The partner's own place."),
  })
  .describe("The leaderboard: only real partners, names only of those who opted in.")
  .openapi("Leaderboard");

const invitationFields = {
  url: z.string().meta({
    description: "The partner's link for people who could become partners.",
    examples: ["https://acme.example/?invited_by=01k9zc7q3v5t8w2x4y6a0b1c2d"],
  }),
  code: z.string().meta({
    description: "The code in it, which your token call passes on as `referredBy`.",
    examples: ["01k9zc7q3v5t8w2x4y6a0b1c2d"],
  }),
  joined: count.describe("How many partners came by it and were approved, whatever became of them."),
  waiting: count.describe("How many more have applied or are invited."),
  earned: money.describe(
    "What the partner earned by them, in minor units, less what was taken back; what is on hold is not in it.",
  ),
  currency: z.string().describe("ISO 4217 code."),
};

export const invitation = z
  .strictObject(invitationFields)
  .describe("The link that brings in partners, and what it came to. Nothing in it is about one of them.")
  .openapi("Invitation");

export const partnerInvitation = z
  .strictObject({
    partnerId: z.string().describe("Id of the partner, `pn_…`."),
    referredBy: broughtInBy.nullable().describe("Who brought this partner in; `null` when nobody did."),
    ...invitationFields,
  })
  .describe("Who brought a partner in, and whom the partner brought in.")
  .openapi("PartnerInvitation");

export const referral = z
  .strictObject({
    id: z.string().describe("Id of the referral, `sub_…`."),
    status: referralStatus.describe("How far the program has come with it."),
    values: z
      .record(z.string(), z.union([z.string(), z.number(), z.array(z.string()), z.null()]))
      .describe("What was entered, by the form's keys."),
    createdAt: date.describe("When it was sent."),
    updatedAt: date.describe("When its status last changed."),
  })
  .describe("A referral a partner sent through the form.")
  .openapi("Referral");

export const payoutMethod = z
  .strictObject({
    method: payoutMethodName.nullable().describe("How the partner is paid; `null` when nothing is chosen."),
    destination: text.describe("Where the money goes, masked."),
    available: z.array(payoutMethodName).describe("Ways of payment the program offers."),
    payoutsEnabledAt: date.nullable().describe("When payouts to the partner were enabled."),
    effectiveAt: date.nullable().describe("From when on a changed method counts; payouts wait until then."),
  })
  .describe("How a partner is paid; the destination is masked.")
  .openapi("PayoutMethod");
