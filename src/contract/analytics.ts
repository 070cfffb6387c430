import type { AnalyticsKeys, GroupBy, Metrics, TopLink, ClickEvent, LeadEvent, SaleEvent } from "./records.ts";
import type { Money } from "./scalars.ts";

/** Intervals of analytics and lists. */
export const intervals = ["24h", "7d", "30d", "90d", "1y", "mtd", "qtd", "ytd", "all"] as const;

/** Events analytics can count. */
export const analyticsEvents = ["clicks", "leads", "sales", "composite"] as const;

/** What a partner's own analytics can count: besides the events what they earned by them. */
export const embedAnalyticsEvents = ["clicks", "leads", "sales", "composite", "earnings"] as const;

/** What kind of entry produced a click. */
export const triggers = ["qr", "link", "pageview", "deeplink"] as const;

/** Continents of analytics answers. */
export const continents = ["AF", "AN", "AS", "EU", "NA", "OC", "SA"] as const;

/** Groupings of analytics. */
export const groupBys = [
  "count",
  "timeseries",
  "continents",
  "countries",
  "regions",
  "cities",
  "devices",
  "browsers",
  "os",
  "trigger",
  "triggers",
  "referers",
  "referer_urls",
  "top_links",
  "top_urls",
  "top_base_urls",
  "top_folders",
  "top_link_tags",
  "top_domains",
  "top_partners",
  "top_groups",
  "top_partner_tags",
  "utm_sources",
  "utm_mediums",
  "utm_campaigns",
  "utm_terms",
  "utm_contents",
] as const;

/** Groupings the embed data API does not offer. */
export const programGroupBys = [
  "top_partners",
  "top_groups",
  "top_partner_tags",
  "top_folders",
  "top_link_tags",
  "top_domains",
] as const;

/** A row of one grouping. */
export type AnalyticsRow<G extends GroupBy = GroupBy> = Metrics & AnalyticsKeys[G];

/** Answer of analytics: one object for `count`, else a list. */
export type AnalyticsResult = Metrics | AnalyticsRow[];

/** What a row of a partner's analytics has besides the metrics. */
interface Earned {
  /** Earned in minor units of the program's currency: commissions pending, processed and paid. */
  earnings: Money;
}

/** Answer of a partner's analytics: one object for `count`, else a list. */
export type PartnerAnalyticsResult =
  | (Metrics & Earned)
  | (Metrics & Earned & (AnalyticsKeys["timeseries"] | TopLink))[];

/** What a row of the embed's analytics has besides the metrics. */
interface OwnEarned {
  /** Earned in minor units of the program's currency where `event` is `earnings`, else 0; `null` where earnings are hidden. */
  earnings: Money | null;
}

/** A row of one grouping of a partner's own analytics. */
export type EmbedAnalyticsRow<G extends GroupBy = GroupBy> = AnalyticsRow<G> & OwnEarned;

/** Answer of the embed's analytics: one object for `count`, else a list. */
export type EmbedAnalyticsResult = (Metrics & OwnEarned) | EmbedAnalyticsRow[];

/** A row of `GET /events`. */
export type TrackedEvent = ClickEvent | LeadEvent | SaleEvent;
