import { z } from "@hono/zod-openapi";
import {
  tagColors,
  type Link,
  type LinkBulkPatch,
  type LinkFields,
  type LinkFilter,
  type LinkInfoQuery,
  type LinkInput,
  type LinkListQuery,
  type LinkPatch,
  type PartnerLinkInput,
  type PartnerLinkProps,
} from "referrals-embed/contract";
import { linkSummary } from "./link-summary.ts";
import { page, pageSize, queryBool, queryList } from "./query.ts";
import { dateTime, omissible, text } from "./text.ts";

const nullableText = z.string().nullable();
const nullableDate = z.string().nullable().openapi({ format: "date-time" });
const testVariant = z.strictObject({ url: z.string(), percentage: z.number() });

/** Full link record: 53 keys, always present (api-contract §11.1). */
export const link = z
  .strictObject({
    ...linkSummary.shape,
    qrCode: z.string(),
    workspaceId: z.string(),
    projectId: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
    tags: z.array(z.strictObject({ id: z.string(), name: z.string(), color: z.enum(tagColors) })),
    webhookIds: z.array(z.string()),
    trackConversion: z.boolean(),
    archived: z.boolean(),
    proxy: z.boolean(),
    rewrite: z.boolean(),
    doIndex: z.boolean(),
    publicStats: z.boolean(),
    externalId: nullableText,
    tenantId: nullableText,
    programId: nullableText,
    partnerId: nullableText,
    folderId: nullableText,
    userId: nullableText,
    tagId: nullableText,
    identifier: nullableText,
    comments: nullableText,
    title: nullableText,
    description: nullableText,
    image: nullableText,
    video: nullableText,
    ios: nullableText,
    android: nullableText,
    expiredUrl: nullableText,
    utm_source: nullableText,
    utm_medium: nullableText,
    utm_campaign: nullableText,
    utm_term: nullableText,
    utm_content: nullableText,
    ref: nullableText,
    password: nullableText,
    expiresAt: nullableDate,
    disabledAt: nullableDate,
    lastClicked: nullableDate,
    testStartedAt: nullableDate,
    testCompletedAt: nullableDate,
    geo: z.record(z.string(), z.string()).nullable(),
    testVariants: z.array(testVariant).nullable(),
  })
  .openapi("Link") satisfies z.ZodType<Link>;

const url = text({ min: 1, max: 8192 });
const id = text({ min: 1, max: 255 });
const oneOrMany = z.union([z.string(), z.array(z.string())]);
const parameter = text({ max: 255 }).nullable().optional();
const variants = z
  .array(z.object({ url, percentage: z.number().min(10).max(90) }))
  .min(2)
  .max(4);

/** What a partner operation may pass on to its link. */
const propsShape = {
  externalId: id.nullable().optional(),
  tenantId: text({ max: 255 }).nullable().optional(),
  archived: z.boolean().optional(),
  tagIds: oneOrMany.optional(),
  tagNames: oneOrMany.optional(),
  comments: text({ max: 4000 }).nullable().optional(),
  expiresAt: dateTime.nullable().optional(),
  expiredUrl: url.nullable().optional(),
  password: text({ min: 1, max: 255 }).nullable().optional(),
  proxy: z.boolean().optional(),
  title: text({ max: 300 }).nullable().optional(),
  description: text({ max: 1000 }).nullable().optional(),
  image: text({ max: 8192 }).nullable().optional(),
  video: text({ max: 8192 }).nullable().optional(),
  rewrite: z.boolean().optional(),
  ios: url.nullable().optional(),
  android: url.nullable().optional(),
  doIndex: z.boolean().optional(),
  testVariants: variants.nullable().optional(),
  testStartedAt: dateTime.nullable().optional(),
  testCompletedAt: dateTime.nullable().optional(),
};
const prefix = text({ max: 190 }).optional();

/** `linkProps` of partner and token operations (api-contract §7.3). */
export const partnerLinkProps = z
  .object({ ...propsShape, prefix })
  .openapi("PartnerLinkProps") satisfies z.ZodType<PartnerLinkProps>;

const fields = z.object({
  ...propsShape,
  domain: text({ max: 255 }).optional(),
  key: z.string().optional(),
  programId: text({ max: 255 }).nullable().optional(),
  partnerId: text({ max: 255 }).nullable().optional(),
  folderId: text({ max: 255 }).nullable().optional(),
  trackConversion: z.boolean().optional(),
  identifier: id.nullable().optional(),
  publicStats: z.boolean().optional(),
  tagId: text({ max: 255 }).nullable().optional(),
  geo: z.record(z.string(), url).nullable().optional(),
  utm_source: parameter,
  utm_medium: parameter,
  utm_campaign: parameter,
  utm_term: parameter,
  utm_content: parameter,
  ref: parameter,
  webhookIds: z.array(z.string()).max(10).nullable().optional(),
}) satisfies z.ZodType<LinkFields>;

/** Body of a create or upsert. */
export const linkInput = fields
  .extend({ url, keyLength: z.int().min(3).max(190).optional(), prefix })
  .openapi("LinkInput") satisfies z.ZodType<LinkInput>;

/** Body of an update. */
export const linkPatch = fields.extend({ url: url.optional() }) satisfies z.ZodType<LinkPatch>;

/** Body of `POST /partners/links`. */
export const partnerLinkInput = z.object({
  partnerId: omissible(z.string()),
  tenantId: omissible(z.string()),
  url: omissible(url),
  key: z.string().optional(),
  comments: text({ max: 4000 }).nullable().optional(),
  linkProps: partnerLinkProps.optional(),
}) satisfies z.ZodType<PartnerLinkInput>;

/** Body of `PUT /partners/links/upsert`. */
export const partnerLinkUpsert = partnerLinkInput.extend({ url });

/** Body of `PATCH /links/bulk`. */
export const linkBulkPatch = z.object({
  linkIds: z.array(z.string()).min(1).max(100).optional(),
  externalIds: z.array(z.string()).min(1).max(100).optional(),
  data: linkPatch.omit({ domain: true, key: true, externalId: true, identifier: true }),
}) satisfies z.ZodType<LinkBulkPatch>;

/** An item of a bulk create that failed. */
export const linkBulkFailure = z.strictObject({ link: z.any(), error: z.string(), code: z.string() });

/** Path of one link: its id, or `ext_` and the integrator's. */
export const linkParams = z.object({ linkId: z.string() });

/** Query of `GET /links/info`. */
export const linkInfoQuery = z.object({
  linkId: z.string().optional(),
  externalId: z.string().optional(),
  domain: z.string().optional(),
  key: z.string().optional(),
}) satisfies z.ZodType<LinkInfoQuery>;

/** Filters of the list and the count. */
export const linkFilter = z.object({
  domain: z.string().optional(),
  tagId: z.string().optional(),
  tagIds: queryList.optional(),
  tagNames: queryList.optional(),
  folderId: z.string().optional(),
  search: z.string().trim().optional(),
  userId: z.string().optional(),
  tenantId: z.string().optional(),
  partnerId: z.string().optional(),
  showArchived: queryBool.optional(),
  withTags: queryBool.optional(),
}) satisfies z.ZodType<LinkFilter>;

/** Query of `GET /links`. */
export const linkListQuery = linkFilter.extend({
  page: page.unwrap().optional(),
  pageSize: pageSize(),
  startingAfter: z.string().optional(),
  endingBefore: z.string().optional(),
}) satisfies z.ZodType<LinkListQuery>;

/** Query of `GET /links/count`. */
export const linkCountQuery = linkFilter.extend({
  groupBy: z.enum(["domain", "tagId", "userId", "folderId"]).optional(),
});
