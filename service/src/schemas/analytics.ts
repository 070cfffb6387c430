import { z } from "@hono/zod-openapi";
import type { AnalyticsResult, GroupBy, PartnerAnalyticsResult } from "referrals-embed/contract";
import { filterText, queryBool, queryList } from "./query.ts";
import { analyticsEvent, continent, groupBy, interval, tagColor, trigger } from "./values.ts";

const metadataQuery = z
  .string()
  .max(10_000)
  .optional()
  .describe("A value of the event's metadata, as `metadata['plan']:'pro'`.");

export const periodQuery = z
  .object({
    interval: interval
      .optional()
      .describe(
        "A period that ends now. Default `30d`; `all` for commissions, payouts, a list of earnings and one partner's analytics.",
      ),
    start: z
      .string()
      .optional()
      .openapi({ format: "date-time" })
      .describe("First instant, instead of `interval`; a date alone is its first moment in `timezone`."),
    end: z
      .string()
      .optional()
      .openapi({ format: "date-time" })
      .describe("Last instant, with `start`; a date alone is its last moment in `timezone`. Default: now."),
    timezone: z
      .string()
      .min(1)
      .optional()
      .describe("IANA zone that days and months begin in. Default: UTC; in the embed data API, the program's."),
  })
  .describe("Which period; `start` beats `interval`.");

export const analyticsFilter = z
  .object({
    linkId: filterText.optional().describe("Only this link, several (`link_a,link_b`), or all others (`-link_a`)."),
    externalId: z
      .string()
      .optional()
      .describe("Only the link with this id in your own database, with the prefix `ext_`."),
    domain: filterText.optional().describe("Only links of this host, of several, or of all others."),
    key: z.string().optional().describe("Only the link with this key, with `domain`."),
    tenantId: filterText
      .optional()
      .describe("Only links of this tenant, by its id in your own database, of several, or of all others."),
    partnerId: filterText.optional().describe("Only links of this partner, of several, or of all others."),
    groupId: filterText.optional().describe("Only links of partners of this group, of several, or of all others."),
    tagId: filterText.optional().describe("Only links with this tag, with one of several, or with none of them."),
    tagIds: queryList.optional().describe("Only links with one of these tags."),
    partnerTagId: filterText
      .optional()
      .describe("Only links of partners with this tag, with one of several, or with none of them."),
    folderId: filterText.optional().describe("Only links in this folder, in several, or in no such folder."),
    customerId: z.string().optional().describe("Only events of this customer."),
    programId: z.string().optional().describe("Only links of this program."),
    root: queryBool.optional().describe("Only links at the root of a domain (`true`), or only others."),
    country: filterText
      .optional()
      .describe("Country of the click, ISO 3166-1 alpha-2: `DE`, `DE,FR`, or `-DE` for all others."),
    city: filterText.optional().describe("City of the click."),
    region: filterText.optional().describe("Region of the click, ISO 3166-2, like `US-CA`."),
    continent: filterText.optional().describe("Continent of the click, by its two letters."),
    device: filterText.optional().describe("Device of the click, like `Mobile`."),
    browser: filterText.optional().describe("Browser of the click."),
    os: filterText.optional().describe("Operating system of the click."),
    trigger: filterText.optional().describe("What produced the click."),
    referer: filterText.optional().describe("Host the visitor came from; `(direct)` = none."),
    refererUrl: filterText.optional().describe("Page the visitor came from."),
    url: filterText.optional().describe("Destination of the click."),
    utm_source: filterText.optional().describe("`utm_source` of the destination."),
    utm_medium: filterText.optional().describe("`utm_medium` of the destination."),
    utm_campaign: filterText.optional().describe("`utm_campaign` of the destination."),
    utm_term: filterText.optional().describe("`utm_term` of the destination."),
    utm_content: filterText.optional().describe("`utm_content` of the destination."),
    saleType: z
      .enum(["new", "recurring"])
      .optional()
      .describe("Only first sales of a customer, or only the ones after it."),
    qr: queryBool.optional().describe("Only scans of QR codes (`true`), or only other clicks."),
    query: metadataQuery,
  })
  .describe("Which links and events.");

export const analyticsQuery = analyticsFilter
  .extend(periodQuery.shape)
  .extend({
    event: analyticsEvent
      .default("clicks")
      .describe(
        "What to count. `composite` counts clicks, leads and sales at once; otherwise the metrics of other events are 0.",
      ),
    groupBy: groupBy.default("count").describe("What a row stands for; `count` answers one object instead of a list."),
  })
  .describe("Query of `GET /analytics`.");

export const partnerAnalyticsQuery = periodQuery
  .extend({
    partnerId: z.string().optional().describe("Id of the partner, `pn_…`. Give this or `tenantId`."),
    tenantId: z.string().optional().describe("The partner's id in your own database."),
    query: metadataQuery,
    groupBy: z
      .enum(["count", "timeseries", "top_links"])
      .default("count")
      .describe("What a row stands for; `count` answers one object instead of a list."),
  })
  .describe("Query of `GET /partners/analytics`.");

const count = z.int().min(0);
const metricsShape = {
  clicks: count.describe("Clicks, repeated ones included."),
  uniqueClicks: count.describe("Clicks of visitors who had not clicked within the hour before."),
  leads: count.describe("Leads."),
  conversions: count.describe("Leads that became paying customers."),
  sales: count.describe("Sales, less those refunded in full."),
  saleAmount: z.int().describe("Revenue in minor units of the program's currency, less refunds."),
};
const date = z.iso.datetime();

export const topLink = z
  .strictObject({
    link: z.string().describe("The same as `id`."),
    id: z.string().describe("Id of the link, `link_…`."),
    domain: z.string().describe("Host of the short links."),
    key: z.string().describe("The part of the short link behind the host."),
    shortLink: z.string().describe("The short link in full."),
    url: z.string().describe("Destination."),
    createdAt: date.describe("When the link was made."),
    title: z.string().nullable().describe("Title of its preview."),
    comments: z.string().nullable().describe("Notes on it."),
    folderId: z.string().nullable().describe("Id of the folder."),
    partnerId: z.string().nullable().describe("Id of the partner."),
  })
  .describe("The part of a `top_links` row that describes the link.");

const partner = z.strictObject({
  id: z.string().describe("Id of the partner, `pn_…`."),
  name: z.string().describe("Full name."),
  email: z.string().nullable().describe("Address."),
  image: z.string().nullable().describe("URL of the avatar."),
  payoutsEnabledAt: date.nullable().describe("When payouts to the partner were enabled."),
  country: z.string().nullable().describe("Country of residence, ISO 3166-1 alpha-2."),
});

const country = z.string().describe("ISO 3166-1 alpha-2 code, or `Unknown`.");
const region = z.string().describe("ISO 3166-2 code; `*` = all of them.");
const city = z.string().describe("Name of the city; `*` = all of them.");
const everyRegion = z.literal("*").describe("ISO 3166-2 code; `*` = all of them.");
const everyCity = z.literal("*").describe("Name of the city; `*` = all of them.");
const byTrigger = z.strictObject({ trigger: trigger.describe("What produced the click.") });
const byUrl = z.strictObject({ url: z.string().describe("Destination.") });

/** What each grouping adds to the metrics of a row. */
const keys = {
  timeseries: z.strictObject({ start: date.describe("Instant at which the bucket begins.") }),
  continents: z.strictObject({ continent: continent.describe("Continent of the click.") }),
  countries: z.strictObject({ country, region: everyRegion, city: everyCity }),
  regions: z.strictObject({ country, region, city: everyCity }),
  cities: z.strictObject({ country, region, city }),
  devices: z.strictObject({ device: z.string().describe("Kind of device.") }),
  browsers: z.strictObject({ browser: z.string().describe("Name of the browser.") }),
  os: z.strictObject({ os: z.string().describe("Name of the operating system.") }),
  trigger: byTrigger,
  triggers: byTrigger,
  referers: z.strictObject({ referer: z.string().describe("Host the visitors came from; `(direct)` = none.") }),
  referer_urls: z.strictObject({ refererUrl: z.string().describe("Page the visitors came from; `(direct)` = none.") }),
  top_links: topLink,
  top_urls: byUrl,
  top_base_urls: byUrl,
  top_folders: z.strictObject({
    folderId: z.string().describe("Id of the folder."),
    folder: z
      .strictObject({ id: z.string().describe("Id of the folder, `fold_…`."), name: z.string().describe("Its name.") })
      .describe("The folder."),
  }),
  top_link_tags: z.strictObject({
    tagId: z.string().describe("Id of the tag."),
    tag: z
      .strictObject({
        id: z.string().describe("Id of the tag, `tag_…`."),
        name: z.string().describe("Its name."),
        color: tagColor.describe("Its colour."),
      })
      .describe("The tag."),
  }),
  top_domains: z.strictObject({ domain: z.string().describe("Host of the short links.") }),
  top_partners: z.strictObject({
    partnerId: z.string().describe("Id of the partner."),
    partner: partner.describe("The partner."),
  }),
  top_groups: z.strictObject({
    groupId: z.string().describe("Id of the group."),
    group: z
      .strictObject({
        id: z.string().describe("Id of the group, `grp_…`."),
        name: z.string().describe("Its name."),
        slug: z.string().describe("Its name in addresses."),
        color: z.string().nullable().describe("Its colour."),
      })
      .describe("The group."),
  }),
  top_partner_tags: z.strictObject({
    partnerTagId: z.string().describe("Id of the partners' tag."),
    partnerTag: z
      .strictObject({ id: z.string().describe("Id of the tag, `tag_…`."), name: z.string().describe("Its name.") })
      .describe("The tag."),
  }),
  utm_sources: z.strictObject({ utm_source: z.string().describe("`utm_source` of the destinations.") }),
  utm_mediums: z.strictObject({ utm_medium: z.string().describe("`utm_medium` of the destinations.") }),
  utm_campaigns: z.strictObject({ utm_campaign: z.string().describe("`utm_campaign` of the destinations.") }),
  utm_terms: z.strictObject({ utm_term: z.string().describe("`utm_term` of the destinations.") }),
  utm_contents: z.strictObject({ utm_content: z.string().describe("`utm_content` of the destinations.") }),
} satisfies Record<Exclude<GroupBy, "count">, z.ZodObject>;

export const analyticsKeys = z
  .strictObject({ count: z.unknown(), ...keys })
  .describe("What each grouping adds to the metrics of a row.");

export const metrics = z
  .strictObject(metricsShape)
  .describe("The six metrics of every analytics row; metrics of events not asked for are 0.");
/** Each set of keys once; of sets with the same names the last, which has the widest values. */
const distinct = new Map(Object.values(keys).map(({ shape }) => [Object.keys(shape).join(), shape]));
const row = z.union([...distinct.values()].map((shape) => z.strictObject({ ...metricsShape, ...shape })));

export const analyticsResult = z
  .union([metrics, z.array(row)])
  .describe("Answer of analytics: one object for `count`, else a list.")
  .openapi("AnalyticsResult") as unknown as z.ZodType<AnalyticsResult>;

const earned = {
  ...metricsShape,
  earnings: z
    .int()
    .describe("Earned in minor units of the program's currency: commissions pending, processed and paid."),
};

export const partnerAnalyticsResult = z
  .union([
    z.strictObject(earned),
    z.array(
      z.union([
        z.strictObject({ ...earned, ...keys.timeseries.shape }),
        z.strictObject({ ...earned, ...topLink.shape }),
      ]),
    ),
  ])
  .describe("Answer of a partner's analytics: one object for `count`, else a list.")
  .openapi("PartnerAnalyticsResult") as unknown as z.ZodType<PartnerAnalyticsResult>;
