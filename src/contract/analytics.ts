import type { DateTime, Money } from "./scalars.ts";
import type { TagColor } from "./link.ts";

/** Intervals of analytics and lists. */
export const intervals = ["24h", "7d", "30d", "90d", "1y", "mtd", "qtd", "ytd", "all"] as const;
/** A named interval, ending now. */
export type Interval = (typeof intervals)[number];

/** Events analytics can count. */
export const analyticsEvents = ["clicks", "leads", "sales", "composite"] as const;
/** Event of an analytics query. */
export type AnalyticsEvent = (typeof analyticsEvents)[number];

/** What kind of entry produced a click. */
export const triggers = ["qr", "link", "pageview", "deeplink"] as const;
/** Trigger of a click. */
export type Trigger = (typeof triggers)[number];

/** Continents of analytics answers. */
export const continents = ["AF", "AN", "AS", "EU", "NA", "OC", "SA"] as const;
/** Two-letter continent. */
export type Continent = (typeof continents)[number];

/** Groupings of analytics (api-contract §14). */
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
/** A grouping of analytics. */
export type GroupBy = (typeof groupBys)[number];

/** Groupings the embed data API does not offer (api-contract §10.4). */
export const programGroupBys = [
  "top_partners",
  "top_groups",
  "top_partner_tags",
  "top_folders",
  "top_link_tags",
  "top_domains",
] as const;

/** The six metrics of every analytics row; metrics of events not asked for are 0. */
export interface Metrics {
  clicks: number;
  uniqueClicks: number;
  leads: number;
  conversions: number;
  sales: number;
  saleAmount: Money;
}

/** Period of a query: `start` beats `interval`. */
export interface PeriodQuery {
  interval?: Interval;
  start?: string;
  end?: string;
  /** IANA zone, default UTC (embed: the program's). */
  timezone?: string;
}

/** Filters that name links or facets of events. String filters take `a`, `a,b`, `-a`, `-a,b`. */
export interface AnalyticsFilter {
  linkId?: string;
  externalId?: string;
  domain?: string;
  key?: string;
  tenantId?: string;
  partnerId?: string;
  groupId?: string;
  tagId?: string;
  tagIds?: string | string[];
  partnerTagId?: string;
  folderId?: string;
  customerId?: string;
  programId?: string;
  root?: boolean;
  country?: string;
  city?: string;
  region?: string;
  continent?: string;
  device?: string;
  browser?: string;
  os?: string;
  trigger?: string;
  referer?: string;
  refererUrl?: string;
  url?: string;
  utm_source?: string;
  utm_medium?: string;
  utm_campaign?: string;
  utm_term?: string;
  utm_content?: string;
  saleType?: "new" | "recurring";
  qr?: boolean;
  /** `metadata['k']:'v'`. */
  query?: string;
}

/** Query of `GET /analytics`. */
export interface AnalyticsQuery extends AnalyticsFilter, PeriodQuery {
  /** Default `clicks`. */
  event?: AnalyticsEvent;
  /** Default `count`. */
  groupBy?: GroupBy;
}

/** Query of `GET /partners/analytics`. */
export interface PartnerAnalyticsQuery extends PeriodQuery {
  partnerId?: string;
  tenantId?: string;
  /** Default `count`. */
  groupBy?: "count" | "timeseries" | "top_links";
}

/** Query of `GET {embed}/analytics`: the token's own links only. */
export interface EmbedAnalyticsQuery extends PeriodQuery {
  event?: AnalyticsEvent;
  groupBy?: Exclude<GroupBy, (typeof programGroupBys)[number]>;
  linkId?: string;
  country?: string;
  saleType?: "new" | "recurring";
}

/** The part of a `top_links` row that describes the link. */
export interface TopLink {
  link: string;
  id: string;
  domain: string;
  key: string;
  shortLink: string;
  url: string;
  createdAt: DateTime;
  title: string | null;
  comments: string | null;
  folderId: string | null;
  partnerId: string | null;
}

/** What each grouping adds to the metrics of a row (api-contract §14). */
export interface AnalyticsKeys {
  count: unknown;
  timeseries: { start: DateTime };
  continents: { continent: Continent };
  countries: { country: string; region: "*"; city: "*" };
  regions: { country: string; region: string; city: "*" };
  cities: { country: string; region: string; city: string };
  devices: { device: string };
  browsers: { browser: string };
  os: { os: string };
  trigger: { trigger: Trigger };
  triggers: { trigger: Trigger };
  referers: { referer: string };
  referer_urls: { refererUrl: string };
  top_links: TopLink;
  top_urls: { url: string };
  top_base_urls: { url: string };
  top_folders: { folderId: string; folder: { id: string; name: string } };
  top_link_tags: { tagId: string; tag: { id: string; name: string; color: TagColor } };
  top_domains: { domain: string };
  top_partners: {
    partnerId: string;
    partner: {
      id: string;
      name: string;
      email: string | null;
      image: string | null;
      payoutsEnabledAt: DateTime | null;
      country: string | null;
    };
  };
  top_groups: { groupId: string; group: { id: string; name: string; slug: string; color: string | null } };
  top_partner_tags: { partnerTagId: string; partnerTag: { id: string; name: string } };
  utm_sources: { utm_source: string };
  utm_mediums: { utm_medium: string };
  utm_campaigns: { utm_campaign: string };
  utm_terms: { utm_term: string };
  utm_contents: { utm_content: string };
}

/** A row of one grouping. */
export type AnalyticsRow<G extends GroupBy = GroupBy> = Metrics & AnalyticsKeys[G];

/** Answer of analytics: one object for `count`, else a list. */
export type AnalyticsResult = Metrics | AnalyticsRow[];

/** A partner analytics row carries what was earned: commissions pending, processed and paid. */
export type PartnerAnalyticsResult =
  | (Metrics & { earnings: Money })
  | (Metrics & { earnings: Money } & (AnalyticsKeys["timeseries"] | TopLink))[];
