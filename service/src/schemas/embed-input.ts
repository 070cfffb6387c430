import { z } from "@hono/zod-openapi";
import {
  analyticsEvents,
  commissionStatuses,
  commissionTypes,
  exportSections,
  groupBys,
  intervals,
  payoutMethods,
  payoutStatuses,
  programGroupBys,
  type AnalyticsResult,
  type BootstrapQuery,
  type EarningListQuery,
  type EarningTimeseriesQuery,
  type EmbedAnalyticsQuery,
  type EmbedEventQuery,
  type EmbedLinkInput,
  type EmbedLinkPatch,
  type EmbedPageQuery,
  type ExportQuery,
  type PayoutMethodInput,
  type ProfilePatch,
} from "referrals-embed/contract";
import { periodQuery } from "./analytics.ts";
import { queryBool, queryInt } from "./query.ts";
import { email, text, trimmed } from "./text.ts";

type OwnGroupBy = NonNullable<EmbedAnalyticsQuery["groupBy"]>;
const ownGroupBys = groupBys.filter((name) => !(programGroupBys as readonly string[]).includes(name)) as OwnGroupBy[];

/** Query of the bootstrap. */
export const bootstrapQuery = z.object({
  interval: z.enum(intervals).optional(),
  timezone: z.string().min(1).optional(),
}) satisfies z.ZodType<BootstrapQuery>;

/** Query of `GET {embed}/analytics`. */
export const embedAnalyticsQuery = periodQuery.extend({
  event: z.enum(analyticsEvents).default("clicks"),
  groupBy: z.enum(ownGroupBys).default("count"),
  linkId: z.string().optional(),
  country: z.string().max(2000).optional(),
  saleType: z.enum(["new", "recurring"]).optional(),
}) satisfies z.ZodType<EmbedAnalyticsQuery>;

const metrics = {
  clicks: z.int(),
  uniqueClicks: z.int(),
  leads: z.int(),
  conversions: z.int(),
  sales: z.int(),
  saleAmount: z.int().nullable(),
};

/** Answer of `GET {embed}/analytics`: that of `/analytics`, but hidden revenue is `null`. */
export const embedAnalyticsResult = z
  .union([z.strictObject(metrics), z.array(z.looseObject(metrics))])
  .openapi("EmbedAnalyticsResult") as unknown as z.ZodType<AnalyticsResult>;

/** Paging of the embed's lists. */
export const embedPage = z.object({
  limit: queryInt({ min: 1, max: 100 }).default(25),
  cursor: z.string().optional(),
}) satisfies z.ZodType<EmbedPageQuery>;

/** Query of `GET {embed}/earnings`. */
export const earningListQuery = periodQuery.extend(embedPage.shape).extend({
  status: z.enum(commissionStatuses).optional(),
  type: z.enum(commissionTypes).optional(),
  linkId: z.string().optional(),
  customerId: z.string().optional(),
  payoutId: z.string().optional(),
}) satisfies z.ZodType<EarningListQuery>;

/** Query of `GET {embed}/earnings/timeseries`. */
export const earningTimeseriesQuery = periodQuery.extend({
  status: z.enum(commissionStatuses).optional(),
  type: z.enum(commissionTypes).optional(),
  linkId: z.string().optional(),
  groupBy: z.enum(["type", "linkId", "status"]).optional(),
}) satisfies z.ZodType<EarningTimeseriesQuery>;

/** Query of `GET {embed}/payouts`. */
export const payoutRowQuery = embedPage.extend({ status: z.enum(payoutStatuses).optional() });

/** Query of `GET {embed}/events`. */
export const embedEventQuery = periodQuery.extend(embedPage.shape).extend({
  event: z.enum(["click", "lead", "sale"]).optional(),
  linkId: z.string().optional(),
}) satisfies z.ZodType<EmbedEventQuery>;

/** Query of `GET {embed}/links`. */
export const embedLinkQuery = embedPage.extend({ archived: queryBool.optional() });

const url = text({ min: 1, max: 8192 });
const comments = text({ max: 4000 }).nullable().optional();

/** Body of `POST {embed}/links`. */
export const embedLinkInput = z.object({
  url: url.optional(),
  key: z.string().optional(),
  comments,
}) satisfies z.ZodType<EmbedLinkInput>;

/** Body of `PATCH {embed}/links/{id}`. */
export const embedLinkPatch = embedLinkInput.extend({
  archived: z.boolean().optional(),
}) satisfies z.ZodType<EmbedLinkPatch>;

/** Values of a form; the form itself says which are right. */
export const formValues = z.record(z.string(), z.any()).openapi({ type: "object" });

const handle = trimmed({ max: 190 }).nullable().optional();

/** Body of `PATCH {embed}/profile`. */
export const profilePatch = z.object({
  name: trimmed({ min: 1, max: 190 }).optional(),
  image: text({ max: 8192 })
    .regex(/^https?:\/\/\S+$/, "must be an http or https URL")
    .nullable()
    .optional(),
  username: text({ min: 1, max: 100 })
    .regex(/^[a-z0-9_-]+$/, "must be lower case letters, digits, - and _")
    .nullable()
    .optional(),
  description: text({ max: 5000 }).nullable().optional(),
  country: z.string().nullable().optional(),
  companyName: trimmed({ max: 190 }).nullable().optional(),
  website: text({ max: 2048 })
    .regex(/^https:\/\/\S+$/, "must be a URL that begins with https://")
    .nullable()
    .optional(),
  youtube: handle,
  twitter: handle,
  linkedin: handle,
  instagram: handle,
  tiktok: handle,
  leaderboardOptIn: z.boolean().optional(),
  leaderboardName: trimmed({ max: 60 }).nullable().optional(),
  locale: text({ max: 35 })
    .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, "must be a language tag, like en-GB")
    .nullable()
    .optional(),
  timezone: z.string().min(1).nullable().optional(),
}) satisfies z.ZodType<ProfilePatch>;

/** Body of `PUT {embed}/payout-method`. */
export const payoutMethodInput = z.object({
  method: z.enum(payoutMethods),
  paypalEmail: email.optional(),
  walletAddress: trimmed({ min: 20, max: 100 })
    .regex(/^[A-Za-z0-9]+$/, "must be a wallet address")
    .optional(),
}) satisfies z.ZodType<PayoutMethodInput>;

/** Query of `GET {embed}/export`. */
export const exportQuery = z
  .object({
    format: z.enum(["json", "csv"]).default("json"),
    section: z.enum(exportSections).default("all"),
  })
  .refine(({ format, section }) => format === "json" || section !== "all", {
    path: ["section"],
    message: "csv takes one section",
  }) satisfies z.ZodType<ExportQuery>;
