import { z } from "@hono/zod-openapi";
import {
  analyticsEvents,
  continents,
  groupBys,
  intervals,
  tagColors,
  triggers,
  type AnalyticsQuery,
  type AnalyticsResult,
  type PartnerAnalyticsQuery,
  type PartnerAnalyticsResult,
} from "referrals-embed/contract";
import { queryBool, queryList } from "./query.ts";

const filterText = z.string().max(2000);

/** Which period; `start` beats `interval`. */
export const periodQuery = z.object({
  interval: z.enum(intervals).optional(),
  start: z.string().optional().openapi({ format: "date-time" }),
  end: z.string().optional().openapi({ format: "date-time" }),
  timezone: z.string().min(1).optional(),
});

/** Which links and events. */
export const analyticsFilter = z.object({
  linkId: z.string().optional(),
  externalId: z.string().optional(),
  domain: z.string().optional(),
  key: z.string().optional(),
  tenantId: z.string().optional(),
  partnerId: z.string().optional(),
  groupId: z.string().optional(),
  tagId: z.string().optional(),
  tagIds: queryList.optional(),
  partnerTagId: z.string().optional(),
  folderId: z.string().optional(),
  customerId: z.string().optional(),
  programId: z.string().optional(),
  root: queryBool.optional(),
  country: filterText.optional(),
  city: filterText.optional(),
  region: filterText.optional(),
  continent: filterText.optional(),
  device: filterText.optional(),
  browser: filterText.optional(),
  os: filterText.optional(),
  trigger: filterText.optional(),
  referer: filterText.optional(),
  refererUrl: filterText.optional(),
  url: filterText.optional(),
  utm_source: filterText.optional(),
  utm_medium: filterText.optional(),
  utm_campaign: filterText.optional(),
  utm_term: filterText.optional(),
  utm_content: filterText.optional(),
  saleType: z.enum(["new", "recurring"]).optional(),
  qr: queryBool.optional(),
  query: z.string().max(10_000).optional(),
});

/** Query of `GET /analytics`. */
export const analyticsQuery = analyticsFilter.extend(periodQuery.shape).extend({
  event: z.enum(analyticsEvents).default("clicks"),
  groupBy: z.enum(groupBys).default("count"),
}) satisfies z.ZodType<AnalyticsQuery>;

/** Query of `GET /partners/analytics`. */
export const partnerAnalyticsQuery = periodQuery.extend({
  partnerId: z.string().optional(),
  tenantId: z.string().optional(),
  groupBy: z.enum(["count", "timeseries", "top_links"]).default("count"),
}) satisfies z.ZodType<PartnerAnalyticsQuery>;

const count = z.int().min(0);
const metricsShape = {
  clicks: count,
  uniqueClicks: count,
  leads: count,
  conversions: count,
  sales: count,
  saleAmount: z.int(),
};
const date = z.iso.datetime();

const topLink = {
  link: z.string(),
  id: z.string(),
  domain: z.string(),
  key: z.string(),
  shortLink: z.string(),
  url: z.string(),
  createdAt: date,
  title: z.string().nullable(),
  comments: z.string().nullable(),
  folderId: z.string().nullable(),
  partnerId: z.string().nullable(),
};

const partner = z.strictObject({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  image: z.string().nullable(),
  payoutsEnabledAt: date.nullable(),
  country: z.string().nullable(),
});

/** What each grouping adds to the metrics of a row. */
const keys = [
  { start: date },
  { continent: z.enum(continents) },
  { country: z.string(), region: z.string(), city: z.string() },
  { device: z.string() },
  { browser: z.string() },
  { os: z.string() },
  { trigger: z.enum(triggers) },
  { referer: z.string() },
  { refererUrl: z.string() },
  topLink,
  { url: z.string() },
  { folderId: z.string(), folder: z.strictObject({ id: z.string(), name: z.string() }) },
  {
    tagId: z.string(),
    tag: z.strictObject({ id: z.string(), name: z.string(), color: z.enum(tagColors) }),
  },
  { domain: z.string() },
  { partnerId: z.string(), partner },
  {
    groupId: z.string(),
    group: z.strictObject({ id: z.string(), name: z.string(), slug: z.string(), color: z.string().nullable() }),
  },
  { partnerTagId: z.string(), partnerTag: z.strictObject({ id: z.string(), name: z.string() }) },
  { utm_source: z.string() },
  { utm_medium: z.string() },
  { utm_campaign: z.string() },
  { utm_term: z.string() },
  { utm_content: z.string() },
];

const metrics = z.strictObject(metricsShape);
const row = z.union(keys.map((shape) => z.strictObject({ ...metricsShape, ...shape })));

/** Answer of `GET /analytics`. */
export const analyticsResult = z
  .union([metrics, z.array(row)])
  .openapi("AnalyticsResult") as unknown as z.ZodType<AnalyticsResult>;

const earned = { ...metricsShape, earnings: z.int() };

/** Answer of `GET /partners/analytics`. */
export const partnerAnalyticsResult = z
  .union([
    z.strictObject(earned),
    z.array(z.union([z.strictObject({ ...earned, start: date }), z.strictObject({ ...earned, ...topLink })])),
  ])
  .openapi("PartnerAnalyticsResult") as unknown as z.ZodType<PartnerAnalyticsResult>;
