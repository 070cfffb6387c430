import type { DateTime, Money } from "./scalars.ts";
import type { Continent, GroupBy, Metrics, TagColor, Trigger } from "./records.ts";

/** Intervals of analytics and lists. */
export const intervals = [
  /** The last 24 hours, by hour. */
  "24h",
  /** The last 7 days. */
  "7d",
  /** The last 30 days. */
  "30d",
  /** The last 90 days. */
  "90d",
  /** The last 12 months, by month. */
  "1y",
  /** This month so far, by day. */
  "mtd",
  /** This quarter so far, by day. */
  "qtd",
  /** This year so far, by month. */
  "ytd",
  /** Since the beginning, by month. */
  "all",
] as const;

/** Events analytics can count. */
export const analyticsEvents = ["clicks", "leads", "sales", "composite"] as const;

/** What kind of entry produced a click. */
export const triggers = [
  /** A QR code was scanned. */
  "qr",
  /** A link was followed. */
  "link",
  /** A page was viewed. */
  "pageview",
  /** An app was opened. */
  "deeplink",
] as const;

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

/** The part of a `top_links` row that describes the link. */
export interface TopLink {
  /** The same as `id`. */
  link: string;
  /** Id of the link, `link_…`. */
  id: string;
  /** Host of the short link. */
  domain: string;
  /** The part of the short link behind the host. */
  key: string;
  /** The short link in full. */
  shortLink: string;
  /** Where the link leads. */
  url: string;
  /** When the link was made. */
  createdAt: DateTime;
  /** Title of its preview. */
  title: string | null;
  /** Notes on it. */
  comments: string | null;
  /** The folder it lies in. */
  folderId: string | null;
  /** The partner who earns by it. */
  partnerId: string | null;
}

/** What each grouping adds to the metrics of a row. */
export interface AnalyticsKeys {
  count: unknown;
  timeseries: {
    /** Instant at which the bucket begins. */
    start: DateTime;
  };
  continents: {
    /** Continent of the click. */
    continent: Continent;
  };
  countries: {
    /** ISO 3166-1 alpha-2 code, or `Unknown`. */
    country: string;
    /** ISO 3166-2 code; `*` = all of them. */
    region: "*";
    /** Name of the city; `*` = all of them. */
    city: "*";
  };
  regions: {
    /** ISO 3166-1 alpha-2 code, or `Unknown`. */
    country: string;
    /** ISO 3166-2 code; `*` = all of them. */
    region: string;
    /** Name of the city; `*` = all of them. */
    city: "*";
  };
  cities: {
    /** ISO 3166-1 alpha-2 code, or `Unknown`. */
    country: string;
    /** ISO 3166-2 code; `*` = all of them. */
    region: string;
    /** Name of the city; `*` = all of them. */
    city: string;
  };
  devices: {
    /** Kind of device. */
    device: string;
  };
  browsers: {
    /** Name of the browser. */
    browser: string;
  };
  os: {
    /** Name of the operating system. */
    os: string;
  };
  trigger: {
    /** What produced the click. */
    trigger: Trigger;
  };
  triggers: {
    /** What produced the click. */
    trigger: Trigger;
  };
  referers: {
    /** Host the visitors came from; `(direct)` = none. */
    referer: string;
  };
  referer_urls: {
    /** Page the visitors came from; `(direct)` = none. */
    refererUrl: string;
  };
  top_links: TopLink;
  top_urls: {
    /** Destination. */
    url: string;
  };
  top_base_urls: {
    /** Destination without its query. */
    url: string;
  };
  top_folders: {
    /** Id of the folder. */
    folderId: string;
    /** The folder. */
    folder: {
      /** Id of the folder, `fold_…`. */
      id: string;
      /** Its name. */
      name: string;
    };
  };
  top_link_tags: {
    /** Id of the tag. */
    tagId: string;
    /** The tag. */
    tag: {
      /** Id of the tag, `tag_…`. */
      id: string;
      /** Its name. */
      name: string;
      /** Its colour. */
      color: TagColor;
    };
  };
  top_domains: {
    /** Host of the short links. */
    domain: string;
  };
  top_partners: {
    /** Id of the partner. */
    partnerId: string;
    /** The partner. */
    partner: {
      /** Id of the partner, `pn_…`. */
      id: string;
      /** Full name. */
      name: string;
      /** Address. */
      email: string | null;
      /** URL of the avatar. */
      image: string | null;
      /** When payouts to the partner were enabled. */
      payoutsEnabledAt: DateTime | null;
      /** Country of residence, ISO 3166-1 alpha-2. */
      country: string | null;
    };
  };
  top_groups: {
    /** Id of the group. */
    groupId: string;
    /** The group. */
    group: {
      /** Id of the group, `grp_…`. */
      id: string;
      /** Its name. */
      name: string;
      /** Its name in addresses. */
      slug: string;
      /** Its colour. */
      color: string | null;
    };
  };
  top_partner_tags: {
    /** Id of the partners' tag. */
    partnerTagId: string;
    /** The tag. */
    partnerTag: {
      /** Id of the tag, `tag_…`. */
      id: string;
      /** Its name. */
      name: string;
    };
  };
  utm_sources: {
    /** `utm_source` of the destinations. */
    utm_source: string;
  };
  utm_mediums: {
    /** `utm_medium` of the destinations. */
    utm_medium: string;
  };
  utm_campaigns: {
    /** `utm_campaign` of the destinations. */
    utm_campaign: string;
  };
  utm_terms: {
    /** `utm_term` of the destinations. */
    utm_term: string;
  };
  utm_contents: {
    /** `utm_content` of the destinations. */
    utm_content: string;
  };
}

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
