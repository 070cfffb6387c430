import type { DateTime, Money } from "./scalars.ts";

/** Link summary: item of a partner's `links`. */
export interface LinkSummary {
  id: string;
  domain: string;
  key: string;
  shortLink: string;
  url: string;
  clicks: number;
  leads: number;
  conversions: number;
  sales: number;
  saleAmount: Money;
}

/** Colours of a tag. */
export const tagColors = ["red", "yellow", "green", "blue", "purple", "brown", "gray", "pink"] as const;
/** Colour of a tag. */
export type TagColor = (typeof tagColors)[number];

/** A variant of an A/B test: 2 to 4 per link, each 10..90, together 100. */
export interface TestVariant {
  url: string;
  percentage: number;
}

/** Full link record, answer of every link operation; all 53 keys are always present (api-contract §11.1). */
export interface Link {
  id: string;
  /** Host, with port when it is not the default. */
  domain: string;
  key: string;
  url: string;
  shortLink: string;
  qrCode: string;
  workspaceId: string;
  /** @deprecated `workspaceId` without its prefix. */
  projectId: string;
  createdAt: DateTime;
  updatedAt: DateTime;
  tags: { id: string; name: string; color: TagColor }[];
  webhookIds: string[];
  trackConversion: boolean;
  archived: boolean;
  proxy: boolean;
  rewrite: boolean;
  doIndex: boolean;
  /** @deprecated in favour of `dashboard`. */
  publicStats: boolean;
  clicks: number;
  leads: number;
  conversions: number;
  sales: number;
  saleAmount: Money;
  externalId: string | null;
  tenantId: string | null;
  programId: string | null;
  partnerId: string | null;
  folderId: string | null;
  userId: string | null;
  /** @deprecated the first of `tags`. */
  tagId: string | null;
  identifier: string | null;
  comments: string | null;
  title: string | null;
  description: string | null;
  image: string | null;
  video: string | null;
  ios: string | null;
  android: string | null;
  expiredUrl: string | null;
  utm_source: string | null;
  utm_medium: string | null;
  utm_campaign: string | null;
  utm_term: string | null;
  utm_content: string | null;
  ref: string | null;
  /** `********` when set. */
  password: string | null;
  expiresAt: DateTime | null;
  disabledAt: DateTime | null;
  lastClicked: DateTime | null;
  testStartedAt: DateTime | null;
  testCompletedAt: DateTime | null;
  geo: Record<string, string> | null;
  testVariants: TestVariant[] | null;
}

/** Optional body fields of link writes (specification, Link body fields; api-contract §11.2). */
export interface LinkFields {
  domain?: string | null;
  key?: string | null;
  externalId?: string | null;
  tenantId?: string | null;
  programId?: string | null;
  partnerId?: string | null;
  folderId?: string | null;
  trackConversion?: boolean;
  identifier?: string | null;
  archived?: boolean;
  /** @deprecated */
  publicStats?: boolean;
  tagIds?: string | string[] | null;
  tagNames?: string | string[] | null;
  /** @deprecated in favour of `tagIds`. */
  tagId?: string | null;
  comments?: string | null;
  expiresAt?: string | null;
  expiredUrl?: string | null;
  password?: string | null;
  proxy?: boolean;
  title?: string | null;
  description?: string | null;
  image?: string | null;
  video?: string | null;
  rewrite?: boolean;
  ios?: string | null;
  android?: string | null;
  geo?: Record<string, string> | null;
  doIndex?: boolean;
  utm_source?: string | null;
  utm_medium?: string | null;
  utm_campaign?: string | null;
  utm_term?: string | null;
  utm_content?: string | null;
  ref?: string | null;
  webhookIds?: string[] | null;
  testVariants?: TestVariant[] | null;
  testStartedAt?: string | null;
  testCompletedAt?: string | null;
}

/** Body of `POST /links` and `PUT /links/upsert`. */
export interface LinkInput extends LinkFields {
  url: string;
  /** 3..190, default 7. */
  keyLength?: number;
  prefix?: string | null;
}

/** Body of `PATCH /links/{linkId}`. */
export interface LinkPatch extends LinkFields {
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
  partnerId?: string;
  tenantId?: string;
  url?: string;
  key?: string;
  comments?: string | null;
  linkProps?: PartnerLinkProps;
}

/** Query of `GET /links/info`: one of `linkId`, `externalId` (with `ext_`), or `domain` with `key`. */
export interface LinkInfoQuery {
  linkId?: string;
  externalId?: string;
  domain?: string;
  key?: string;
}

/** Filters of `GET /links` and `GET /links/count`. */
export interface LinkFilter {
  domain?: string;
  tagId?: string;
  tagIds?: string | string[];
  tagNames?: string | string[];
  /** `unsorted` = links without folder. */
  folderId?: string;
  search?: string;
  userId?: string;
  tenantId?: string;
  partnerId?: string;
  /** Default false. */
  showArchived?: boolean;
  /** Only tagged links. Default false. */
  withTags?: boolean;
}

/** Query of `GET /links`. */
export interface LinkListQuery extends LinkFilter {
  page?: number;
  /** 1..100, default 100. */
  pageSize?: number;
  startingAfter?: string;
  endingBefore?: string;
}

/** An item of a bulk create that failed, at the index of its input. */
export interface LinkBulkFailure {
  link: LinkInput;
  error: string;
  code: string;
}

/** Body of `PATCH /links/bulk`. */
export interface LinkBulkPatch {
  linkIds?: string[];
  externalIds?: string[];
  data: Omit<LinkPatch, "domain" | "key" | "externalId" | "identifier">;
}

/** Query of `GET /qr`. */
export interface QrQuery {
  url: string;
  /** 32..2048, default 600. */
  size?: number;
  level?: "L" | "M" | "Q" | "H";
  fgColor?: string;
  bgColor?: string;
  /** 0..20 modules, default 2. */
  margin?: number;
  format?: "png" | "svg";
}
