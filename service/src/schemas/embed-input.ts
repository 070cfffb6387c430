import { z } from "@hono/zod-openapi";
import {
  exportSections,
  embedAnalyticsEvents,
  groupBys,
  programGroupBys,
  type EmbedAnalyticsQuery,
  type EmbedAnalyticsResult,
} from "referrals-embed/contract";
import { periodQuery } from "./analytics.ts";
import { profileFields } from "./partner-input.ts";
import { milestone } from "./program.ts";
import { queryBool, queryInt } from "./query.ts";
import { email, text, trimmed } from "./text.ts";
import { commissionStatus, commissionType, interval, payoutMethodName, payoutStatus } from "./values.ts";
import { bankAccount } from "./payouts.ts";

type OwnGroupBy = NonNullable<EmbedAnalyticsQuery["groupBy"]>;
const ownGroupBys = groupBys.filter((name) => !(programGroupBys as readonly string[]).includes(name)) as OwnGroupBy[];

export const bootstrapQuery = z
  .object({
    interval: interval.optional().describe("Period of `timeseries`. Default `30d`."),
    timezone: z.string().min(1).optional().describe("IANA zone its buckets begin in. Default: the program's."),
  })
  .describe("Query of the bootstrap.");

export const embedAnalyticsQuery = periodQuery
  .extend({
    event: z
      .enum(embedAnalyticsEvents)
      .default("clicks")
      .describe(
        "What to count. `composite` counts clicks, leads and sales at once; otherwise the metrics of other events are 0. `earnings` adds up what was earned by the traffic behind it; what follows no single click (bonuses, a day's clicks) is `Unknown`.",
      ),
    groupBy: z
      .enum(ownGroupBys)
      .default("count")
      .describe("What a row stands for; `count` answers one object instead of a list."),
    linkId: z.string().optional().describe("Only this link."),
    country: z
      .string()
      .max(2000)
      .optional()
      .describe("Country of the click, ISO 3166-1 alpha-2: `DE`, `DE,FR`, or `-DE` for all others."),
    saleType: z
      .enum(["new", "recurring"])
      .optional()
      .describe("Only first sales of a customer, or only the ones after it."),
  })
  .describe("Query of `GET {embed}/analytics`: the token's own links only.");

const metrics = {
  clicks: z.int().describe("Clicks, repeated ones included."),
  uniqueClicks: z.int().describe("Clicks of visitors who had not clicked within the hour before."),
  leads: z.int().describe("Leads."),
  conversions: z.int().describe("Leads that became paying customers."),
  sales: z.int().describe("Sales, less those refunded in full."),
  saleAmount: z.int().nullable().describe("Revenue in minor units of the program's currency, less refunds."),
  earnings: z
    .int()
    .nullable()
    .describe("Earned in minor units of the program's currency where `event` is `earnings`, else 0."),
};

export const embedAnalyticsResult = z
  .union([z.strictObject(metrics), z.array(z.looseObject(metrics))])
  .describe("Answer of analytics: one object for `count`, else a list.")
  .openapi("EmbedAnalyticsResult") as unknown as z.ZodType<EmbedAnalyticsResult>;

export const embedPageQuery = z
  .object({
    limit: queryInt(25, { min: 1, max: 100 }).describe("Items per page."),
    cursor: z.string().optional().describe("The `nextCursor` of the page before."),
  })
  .describe("Paging of the embed's lists.");

const earningFilter = {
  status: commissionStatus.optional().describe("Only commissions in this status."),
  type: commissionType.optional().describe("Only commissions of this kind."),
  linkId: z.string().optional().describe("Only those of this link."),
};

export const earningListQuery = periodQuery
  .extend(embedPageQuery.shape)
  .extend({
    ...earningFilter,
    customerId: z.string().optional().describe("Only those of this customer."),
    payoutId: z.string().optional().describe("Only those this payout pays."),
  })
  .describe("Query of `GET {embed}/earnings`.");

export const earningTimeseriesQuery = periodQuery
  .extend({
    ...earningFilter,
    groupBy: z.enum(["type", "linkId", "status"]).optional().describe("Splits each bucket into `groups`."),
  })
  .describe("Query of `GET {embed}/earnings/timeseries`.");

export const payoutRowQuery = embedPageQuery
  .extend({
    status: payoutStatus.optional().describe("Only payouts in this status."),
  })
  .describe("Query of `GET {embed}/payouts`.");

export const embedEventQuery = periodQuery
  .extend(embedPageQuery.shape)
  .extend({
    event: z.enum(["click", "lead", "sale"]).optional().describe("Only events of this kind."),
    linkId: z.string().optional().describe("Only those of this link."),
  })
  .describe("Query of `GET {embed}/events`.");

export const embedLinkQuery = embedPageQuery
  .extend({
    archived: queryBool.optional().describe("Only archived links (`true`), or only others. Default: all."),
  })
  .describe("Query of `GET {embed}/links`.");

const url = text({ min: 1, max: 8192 });
const comments = text({ max: 4000 }).nullable().optional();

export const embedLinkInput = z
  .object({
    url: url
      .optional()
      .describe("Where the link leads, on a host the program allows. Default: the program's landing page."),
    key: z.string().optional().describe("The part of the short link behind the host. Default: random."),
    comments: comments.describe("Notes on it."),
  })
  .describe("Body of `POST {embed}/links`.");

export const embedLinkPatch = embedLinkInput
  .extend({
    url: embedLinkInput.shape.url.describe(
      "Where the link leads from now on, on a host the program allows; not for default links.",
    ),
    key: embedLinkInput.shape.key.describe("New key; the old one leads nowhere."),
    comments: embedLinkInput.shape.comments.describe("Notes on it; not for default links."),
    archived: z
      .boolean()
      .optional()
      .describe("`true` hides the link from lists, `false` brings it back; not for default links."),
  })
  .describe("Body of `PATCH {embed}/links/{id}`.");

export const profilePatch = z
  .object({
    ...profileFields,
    image: text({ max: 8192 })
      .regex(/^https?:\/\/\S+$/, "must be an http or https URL")
      .nullable()
      .optional()
      .describe("URL of the avatar."),
    username: text({ min: 1, max: 100 })
      .regex(/^[a-z0-9_-]+$/, "must be lower case letters, digits, - and _")
      .nullable()
      .optional()
      .describe("Name in addresses, unique across the service."),
    country: z
      .string()
      .nullable()
      .optional()
      .describe("Country of residence, ISO 3166-1 alpha-2; fixed once there was a payout."),
    leaderboardOptIn: z.boolean().optional().describe("Whether others see the partner's name on the leaderboard."),
    leaderboardName: trimmed({ max: 60 }).nullable().optional().describe("Name to show there. Default: `name`."),
    namedToFriends: z
      .boolean()
      .optional()
      .describe("Whether people who follow the partner's links read the name and see the avatar beside their offer."),
    locale: text({ max: 35 })
      .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, "must be a language tag, like en-GB")
      .nullable()
      .optional()
      .describe("Language of the dashboard, a tag like `en-GB`."),
    timezone: z.string().min(1).nullable().optional().describe("IANA zone of the dashboard."),
  })
  .describe("Body of `PATCH {embed}/profile`.");

export const statementQuery = z
  .object({ payoutId: z.string().describe("Id of the payout, `po_…`.") })
  .describe("Query of `GET {embed}/statement`.");

export const payoutMethodInput = z
  .object({
    method: payoutMethodName.describe("How the partner wishes to be paid; one that the program offers."),
    paypalEmail: email.optional().describe("Address that receives the money; required for `paypal` and `tremendous`."),
    walletAddress: trimmed({ min: 20, max: 100 })
      .regex(/^[A-Za-z0-9]+$/, "must be a wallet address")
      .optional()
      .describe("Wallet that receives the money; required for `stablecoin`."),
    bank: bankAccount.optional().describe("Account that receives the money; required for `bank`."),
  })
  .describe("Body of `PUT {embed}/payout-method`.");

export const exportQuery = z
  .object({
    format: z.enum(["json", "csv"]).default("json").describe("Format of the file; csv takes one section."),
    section: z.enum(exportSections).default("all").describe("Which part of the data."),
  })
  .refine(({ format, section }) => format === "json" || section !== "all", {
    path: ["section"],
    message: "csv takes one section",
  })
  .describe("Query of `GET {embed}/export`; csv takes one section.");

export const milestonesTold = z
  .object({ milestones: z.array(milestone).max(20).describe("Milestones the partner was told of.") })
  .describe("Body and answer of `PUT {embed}/milestones`.");
