import type { DateTime, Money } from "./scalars.ts";

/** Link summary: item of a partner's `links`. */
export interface LinkSummary {
  /** Id of the link, `link_…`. */
  id: string;
  /** Host of the short link, with its port when that is not the default. */
  domain: string;
  /** The part of the short link behind the host. */
  key: string;
  /** The short link in full. */
  shortLink: string;
  /** Where the link leads. */
  url: string;
  /** Clicks counted so far. */
  clicks: number;
  /** Leads counted so far. */
  leads: number;
  /** Leads that became paying customers. */
  conversions: number;
  /** Sales, recurring ones included, less those refunded in full. */
  sales: number;
  /** Revenue in minor units of the program's currency, less refunds. */
  saleAmount: Money;
}

/** Colours of a tag. */
export const tagColors = ["red", "yellow", "green", "blue", "purple", "brown", "gray", "pink"] as const;
/** Colour of a tag. */
export type TagColor = (typeof tagColors)[number];

/** A variant of an A/B test: 2 to 4 per link, each 10..90, together 100. */
export interface TestVariant {
  /** Where this variant leads. */
  url: string;
  /** Share of the visitors who get it, in per cent; all variants together are 100. */
  percentage: number;
}

/** Full link record, answer of every link operation; all 53 keys are always present (api-contract §11.1). */
export interface Link {
  /** Id of the link, `link_…`. */
  id: string;
  /** Host of the short link, with its port when that is not the default. */
  domain: string;
  /** The part of the short link behind the host. */
  key: string;
  /** Where the link leads, its UTM parameters and `ref` included. */
  url: string;
  /** The short link in full. */
  shortLink: string;
  /** Address of the link's QR code; scans of it are counted apart from clicks. */
  qrCode: string;
  /** The workspace the link belongs to. */
  workspaceId: string;
  /**
   * The workspace's id without its prefix.
   * @deprecated `workspaceId` replaces it.
   */
  projectId: string;
  /** When the link was made. */
  createdAt: DateTime;
  /** When it was last changed. */
  updatedAt: DateTime;
  /** Tags of the link. */
  tags: {
    /** Id of the tag. */
    id: string;
    /** Name of the tag. */
    name: string;
    /** Colour of the tag. */
    color: TagColor;
  }[];
  /** Webhooks that hear of each click. */
  webhookIds: string[];
  /** Whether clicks carry an id by which leads and sales are recognised. */
  trackConversion: boolean;
  /** Whether the link is hidden from lists; it still redirects and counts. */
  archived: boolean;
  /** Whether previews show the title, description, image and video given here. */
  proxy: boolean;
  /** Whether the destination is shown in a frame under the short link. */
  rewrite: boolean;
  /** Whether search engines may index the short link. */
  doIndex: boolean;
  /**
   * Kept as it was set, without effect.
   * @deprecated in favour of `dashboard`.
   */
  publicStats: boolean;
  /** Clicks counted so far. */
  clicks: number;
  /** Leads counted so far. */
  leads: number;
  /** Leads that became paying customers. */
  conversions: number;
  /** Sales, recurring ones included, less those refunded in full. */
  sales: number;
  /** Revenue in minor units of the program's currency, less refunds. */
  saleAmount: Money;
  /** The link's id in your own database, without the prefix `ext_`. */
  externalId: string | null;
  /** The tenant the link belongs to, by its id in your own database. */
  tenantId: string | null;
  /** The program whose partners earn by the link. */
  programId: string | null;
  /** The partner who earns by it. */
  partnerId: string | null;
  /** The folder it lies in. */
  folderId: string | null;
  /** Reserved for the user who made the link; `null` for links made through the API. */
  userId: string | null;
  /**
   * Id of the first tag.
   * @deprecated `tags` has all of them.
   */
  tagId: string | null;
  /** Name by which a page reports clicks on this link without following it. */
  identifier: string | null;
  /** Notes for your own use; never shown to visitors. */
  comments: string | null;
  /** Title of the preview; used with `proxy` only. */
  title: string | null;
  /** Description of the preview; used with `proxy` only. */
  description: string | null;
  /** URL of the preview's image; used with `proxy` only. */
  image: string | null;
  /** URL of the preview's video; used with `proxy` only. */
  video: string | null;
  /** Destination on iPhone and iPad instead of `url`. */
  ios: string | null;
  /** Destination on Android instead of `url`. */
  android: string | null;
  /** Where visitors go once the link has expired. */
  expiredUrl: string | null;
  /** The destination's `utm_source`. */
  utm_source: string | null;
  /** The destination's `utm_medium`. */
  utm_medium: string | null;
  /** The destination's `utm_campaign`. */
  utm_campaign: string | null;
  /** The destination's `utm_term`. */
  utm_term: string | null;
  /** The destination's `utm_content`. */
  utm_content: string | null;
  /** The destination's `ref` parameter. */
  ref: string | null;
  /** `********` when visitors are asked for a password; the password itself is never shown. */
  password: string | null;
  /** When the link stops leading to its destination. */
  expiresAt: DateTime | null;
  /** Since when the link is off because its partner is not active; such a link answers as unknown. */
  disabledAt: DateTime | null;
  /** When it was last clicked. */
  lastClicked: DateTime | null;
  /** When the test of its variants begins; `null` = at once. */
  testStartedAt: DateTime | null;
  /** When the test ends; `null` = never. */
  testCompletedAt: DateTime | null;
  /** Destinations by country instead of `url`: ISO 3166-1 alpha-2 code → URL. */
  geo: Record<string, string> | null;
  /** Destinations that share the visitors in an A/B test. */
  testVariants: TestVariant[] | null;
}

/** Optional body fields of link writes (specification, Link body fields; api-contract §11.2). */
export interface LinkFields {
  /** Host of the short link. Default: the workspace's primary domain, else the shared one. */
  domain?: string | null;
  /**
   * The part behind the host: letters, digits, `-`, `_`, `.` and `/`. Unique per domain in any letter case. Default:
   * random.
   */
  key?: string | null;
  /**
   * The link's id in your own database; unique in the workspace. Elsewhere it names the link with the prefix `ext_`.
   */
  externalId?: string | null;
  /**
   * The tenant who made the link, by its id in your own database; when that is a partner, the link becomes the
   * partner's.
   */
  tenantId?: string | null;
  /** Program of the link. */
  programId?: string | null;
  /** Partner who earns by the link. */
  partnerId?: string | null;
  /** Folder to put it in. */
  folderId?: string | null;
  /** Whether clicks carry an id by which leads and sales are recognised. Default `false`. */
  trackConversion?: boolean;
  /** Name by which a page reports clicks on this link without following it; unique in the workspace. */
  identifier?: string | null;
  /** Whether to hide the link from lists; it goes on redirecting. Default `false`. */
  archived?: boolean;
  /**
   * Kept without effect. Default `false`.
   * @deprecated in favour of `dashboard`.
   */
  publicStats?: boolean;
  /** Ids of its tags, as a list or separated by commas; they win over `tagNames`. */
  tagIds?: string | string[] | null;
  /** Names of existing tags in any letter case, as a list or separated by commas. */
  tagNames?: string | string[] | null;
  /**
   * Id of one tag.
   * @deprecated `tagIds` replaces it.
   */
  tagId?: string | null;
  /** Notes for your own use; never shown to visitors. */
  comments?: string | null;
  /** From when on visitors get `expiredUrl` instead of the destination. */
  expiresAt?: string | null;
  /** Where visitors go once the link has expired. Default: the domain's own, else a page that says so. */
  expiredUrl?: string | null;
  /** Asked for before the visitor goes on; stored as a hash. */
  password?: string | null;
  /** Whether previews show the title, description, image and video given here. Default `false`. */
  proxy?: boolean;
  /** Title of the preview; used with `proxy` only. */
  title?: string | null;
  /** Description of the preview; used with `proxy` only. */
  description?: string | null;
  /** URL of the preview's image; used with `proxy` only. */
  image?: string | null;
  /** URL of the preview's video; used with `proxy` only. */
  video?: string | null;
  /** Whether to show the destination in a frame under the short link. Default `false`. */
  rewrite?: boolean;
  /** Destination on iPhone and iPad instead of `url`. */
  ios?: string | null;
  /** Destination on Android instead of `url`. */
  android?: string | null;
  /** Destinations by country instead of `url`: ISO 3166-1 alpha-2 code → URL. */
  geo?: Record<string, string> | null;
  /** Whether search engines may index the short link. Default `false`. */
  doIndex?: boolean;
  /** Sets `utm_source` in the destination; an empty text or `null` removes it. */
  utm_source?: string | null;
  /** Sets `utm_medium` in the destination; an empty text or `null` removes it. */
  utm_medium?: string | null;
  /** Sets `utm_campaign` in the destination; an empty text or `null` removes it. */
  utm_campaign?: string | null;
  /** Sets `utm_term` in the destination; an empty text or `null` removes it. */
  utm_term?: string | null;
  /** Sets `utm_content` in the destination; an empty text or `null` removes it. */
  utm_content?: string | null;
  /** Sets `ref` in the destination; an empty text or `null` removes it. */
  ref?: string | null;
  /** Webhooks that shall hear of each click. */
  webhookIds?: string[] | null;
  /** Destinations that share the visitors in an A/B test, 100 per cent together; `null` ends the test. */
  testVariants?: TestVariant[] | null;
  /** When the test begins. Default: at once. */
  testStartedAt?: string | null;
  /** When the test ends, not before it begins. Default: never. */
  testCompletedAt?: string | null;
}

/** Body of `POST /links` and `PUT /links/upsert`. */
export interface LinkInput extends LinkFields {
  /** Where the link leads. `https://` is added when there is no scheme. */
  url: string;
  /** Random characters of a key that is not given. Default 7. */
  keyLength?: number;
  /** What a random key begins with, beside its `keyLength` characters. Ignored with `key`. */
  prefix?: string | null;
}

/** Body of `PATCH /links/{linkId}`. */
export interface LinkPatch extends LinkFields {
  /** Where the link leads from now on. */
  url?: string;
}

/** Link fields a partner operation may pass on (api-contract §7.3, linkProps). */
export type PartnerLinkProps = Pick<
  LinkInput,
  | "externalId"
  | "tenantId"
  | "prefix"
  | "archived"
  | "tagIds"
  | "tagNames"
  | "comments"
  | "expiresAt"
  | "expiredUrl"
  | "password"
  | "proxy"
  | "title"
  | "description"
  | "image"
  | "video"
  | "rewrite"
  | "ios"
  | "android"
  | "doIndex"
  | "testVariants"
  | "testStartedAt"
  | "testCompletedAt"
>;

/** Body of `POST /partners/links`; in the upsert `url` is required. */
export interface PartnerLinkInput {
  /** Id of the partner, `pn_…`; wins over `tenantId`. One of the two is required. */
  partnerId?: string;
  /** The partner's id in your own database. */
  tenantId?: string;
  /** Where the link leads, on a host the partner's group allows. Default: the program's landing page. */
  url?: string;
  /** The part of the short link behind the host. Default: random. */
  key?: string;
  /** Notes for your own use; never shown to visitors. */
  comments?: string | null;
  /** Further fields of the link. */
  linkProps?: PartnerLinkProps;
}

/** Query of `GET /links/info`: one of `linkId`, `externalId` (with `ext_`), or `domain` with `key`. */
export interface LinkInfoQuery {
  /** Id of the link, `link_…`. */
  linkId?: string;
  /** The link's id in your own database, with the prefix `ext_`. */
  externalId?: string;
  /** Host of the short link, with `key`; alone it names the link at the root of the domain. */
  domain?: string;
  /** The part of the short link behind the host. */
  key?: string;
}

/** Filters of `GET /links` and `GET /links/count`. */
export interface LinkFilter {
  /** Only links of this host. */
  domain?: string;
  /** Only links with this tag. */
  tagId?: string;
  /** Only links with one of these tags. */
  tagIds?: string | string[];
  /** Only links with one of these tags, by name. */
  tagNames?: string | string[];
  /** Only links in this folder; `unsorted` = links in none. */
  folderId?: string;
  /** A part of key, short link or destination. */
  search?: string;
  /** Only links made by this user. */
  userId?: string;
  /** Only links of this tenant, by its id in your own database. */
  tenantId?: string;
  /** Only links of this partner. */
  partnerId?: string;
  /** Whether archived links come along. Default `false`. */
  showArchived?: boolean;
  /** Whether to leave out links without tags. Default `false`. */
  withTags?: boolean;
}

/** Query of `GET /links`. */
export interface LinkListQuery extends LinkFilter {
  /** Number of the page, from 1; not together with a cursor. */
  page?: number;
  /** Links per page. */
  pageSize?: number;
  /** Id of the last link of the page before: the next one follows it. */
  startingAfter?: string;
  /** Id of the first link of the page after: the one before it is answered. */
  endingBefore?: string;
}

/** An item of a bulk create that failed, at the index of its input. */
export interface LinkBulkFailure {
  /** The item as it was sent. */
  link: LinkInput;
  /** What is wrong with it. */
  error: string;
  /** The error's code, as `POST /links` would answer it. */
  code: string;
}

/** Body of `PATCH /links/bulk`. */
export interface LinkBulkPatch {
  /** Ids of the links, `link_…`; unknown ones are left out. Give these or `externalIds`. */
  linkIds?: string[];
  /** The links' ids in your own database. */
  externalIds?: string[];
  /** What to change in every one of them. */
  data: Omit<LinkPatch, "domain" | "key" | "externalId" | "identifier">;
}

/** Query of `GET /qr`. */
export interface QrQuery {
  /** What the code says. */
  url: string;
  /** Width and height in pixels. */
  size?: number;
  /** How much of the code may be unreadable: about 7, 15, 25 or 30 per cent. */
  level?: "L" | "M" | "Q" | "H";
  /** Colour of the dark modules, three or six hexadecimal digits. */
  fgColor?: string;
  /** Colour of the light ones. */
  bgColor?: string;
  /** Quiet zone around the code, in modules. */
  margin?: number;
  /** Format of the picture. */
  format?: "png" | "svg";
}
