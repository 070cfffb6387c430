import { z } from "@hono/zod-openapi";
import { linkSummary } from "./link-summary.ts";
import { cursorPaging, queryBool, queryList } from "./query.ts";
import { dateTime, mediaAddress, omissible, text } from "./text.ts";
import { tagColor } from "./values.ts";

const nullableText = z.string().nullable();
const nullableDate = z.string().nullable().openapi({ format: "date-time" });
export const testVariant = z
  .strictObject({
    url: z.string().describe("Where this variant leads."),
    percentage: z.number().describe("Share of the visitors who get it, in per cent; all variants together are 100."),
  })
  .describe("A variant of an A/B test: 2 to 4 per link, each 10..90, together 100.");

export const link = z
  .strictObject({
    ...linkSummary.shape,
    url: linkSummary.shape.url.describe("Where the link leads, its UTM parameters and `ref` included."),
    qrCode: z.string().describe("Address of the link's QR code; scans of it are counted apart from clicks."),
    workspaceId: z.string().describe("The workspace the link belongs to."),
    projectId: z.string().meta({
      description: "The workspace's id without its prefix. Deprecated: `workspaceId` replaces it.",
      deprecated: true,
    }),
    createdAt: z.string().describe("When the link was made."),
    updatedAt: z.string().describe("When it was last changed."),
    tags: z
      .array(
        z.strictObject({
          id: z.string().describe("Id of the tag, `tag_…`."),
          name: z.string().meta({ description: "Name of the tag.", examples: ["Newsletter"] }),
          color: tagColor.describe("Colour of the tag."),
        }),
      )
      .describe("Tags of the link."),
    webhookIds: z.array(z.string()).describe("Webhooks that hear of each click."),
    trackConversion: z.boolean().describe("Whether clicks carry an id by which leads and sales are recognised."),
    archived: z.boolean().describe("Whether the link is hidden from lists; it still redirects and counts."),
    proxy: z.boolean().describe("Whether previews show the title, description, image and video given here."),
    rewrite: z.boolean().describe("Whether the destination is shown in a frame under the short link."),
    doIndex: z.boolean().describe("Whether search engines may index the short link."),
    publicStats: z.boolean().meta({
      description: "Kept as it was set, without effect. Deprecated: in favour of `dashboard`.",
      deprecated: true,
    }),
    externalId: nullableText.meta({
      description: "The link's id in your own database, without the prefix `ext_`.",
      examples: ["campaign_7"],
    }),
    tenantId: nullableText.describe("The tenant the link belongs to, by its id in your own database."),
    programId: nullableText.describe("The program whose partners earn by the link."),
    partnerId: nullableText.describe("The partner who earns by it."),
    folderId: nullableText.describe("The folder it lies in."),
    userId: nullableText.describe("Reserved for the user who made the link; `null` for links made through the API."),
    tagId: nullableText.meta({
      description: "Id of the first tag. Deprecated: `tags` has all of them.",
      deprecated: true,
    }),
    identifier: nullableText.describe("Name by which a page reports clicks on this link without following it."),
    comments: nullableText.describe("Notes for your own use; never shown to visitors."),
    title: nullableText.describe("Title of the preview; used with `proxy` only."),
    description: nullableText.describe("Description of the preview; used with `proxy` only."),
    image: nullableText.describe("URL of the preview's image; used with `proxy` only."),
    video: nullableText.describe("URL of the preview's video; used with `proxy` only."),
    ios: nullableText.describe("Destination on iPhone and iPad instead of `url`."),
    android: nullableText.describe("Destination on Android instead of `url`."),
    expiredUrl: nullableText.describe("Where visitors go once the link has expired."),
    utm_source: nullableText.describe("The destination's `utm_source`."),
    utm_medium: nullableText.describe("The destination's `utm_medium`."),
    utm_campaign: nullableText.describe("The destination's `utm_campaign`."),
    utm_term: nullableText.describe("The destination's `utm_term`."),
    utm_content: nullableText.describe("The destination's `utm_content`."),
    ref: nullableText.describe("The destination's `ref` parameter."),
    password: nullableText.describe(
      "`********` when visitors are asked for a password; the password itself is never shown.",
    ),
    expiresAt: nullableDate.describe("When the link stops leading to its destination."),
    disabledAt: nullableDate.describe(
      "Since when the link is off because its partner is not active; such a link answers as unknown.",
    ),
    lastClicked: nullableDate.describe("When it was last clicked."),
    testStartedAt: nullableDate.describe("When the test of its variants begins; `null` = at once."),
    testCompletedAt: nullableDate.describe("When the test ends; `null` = never."),
    geo: z
      .record(z.string(), z.string())
      .nullable()
      .describe("Destinations by country instead of `url`: ISO 3166-1 alpha-2 code → URL."),
    testVariants: z.array(testVariant).nullable().describe("Destinations that share the visitors in an A/B test."),
  })
  .describe("Full link record, answer of every link operation; all 53 keys are always present.")
  .openapi("Link");

const url = text({ min: 1, max: 8192 });
const id = text({ min: 1, max: 255 });
const oneOrMany = z.union([z.string(), z.array(z.string())]);
const parameter = text({ max: 255 }).nullable().optional();
const variants = z
  .array(
    z.object({
      url: url.describe("Where this variant leads."),
      percentage: z
        .number()
        .min(10)
        .max(90)
        .describe("Share of the visitors who get it, in per cent; all variants together are 100."),
    }),
  )
  .min(2)
  .max(4);

/** The link fields that a partner operation accepts. */
const propsShape = {
  externalId: id
    .nullable()
    .optional()
    .describe(
      "The link's id in your own database; unique in the workspace. Elsewhere it names the link with the prefix `ext_`.",
    ),
  tenantId: text({ max: 255 })
    .nullable()
    .optional()
    .describe(
      "The tenant who made the link, by its id in your own database; when that is a partner, the link becomes the partner's.",
    ),
  archived: z
    .boolean()
    .optional()
    .describe("Whether to hide the link from lists; it goes on redirecting. Default `false`."),
  tagIds: oneOrMany.optional().describe("Ids of its tags, as a list or separated by commas; they win over `tagNames`."),
  tagNames: oneOrMany
    .optional()
    .describe("Names of existing tags in any letter case, as a list or separated by commas."),
  comments: text({ max: 4000 }).nullable().optional().describe("Notes for your own use; never shown to visitors."),
  expiresAt: dateTime
    .nullable()
    .optional()
    .describe("From when on visitors get `expiredUrl` instead of the destination."),
  expiredUrl: url
    .nullable()
    .optional()
    .describe("Where visitors go once the link has expired. Default: the domain's own, else a page that says so."),
  password: text({ min: 1, max: 255 })
    .nullable()
    .optional()
    .describe("Asked for before the visitor goes on; stored as a hash."),
  proxy: z
    .boolean()
    .optional()
    .describe("Whether previews show the title, description, image and video given here. Default `false`."),
  title: text({ max: 300 }).nullable().optional().describe("Title of the preview; used with `proxy` only."),
  description: text({ max: 1000 })
    .nullable()
    .optional()
    .describe("Description of the preview; used with `proxy` only."),
  image: mediaAddress.nullable().optional().describe("URL of the preview's image; used with `proxy` only."),
  video: mediaAddress.nullable().optional().describe("URL of the preview's video; used with `proxy` only."),
  rewrite: z
    .boolean()
    .optional()
    .describe("Whether to show the destination in a frame under the short link. Default `false`."),
  ios: url.nullable().optional().describe("Destination on iPhone and iPad instead of `url`."),
  android: url.nullable().optional().describe("Destination on Android instead of `url`."),
  doIndex: z.boolean().optional().describe("Whether search engines may index the short link. Default `false`."),
  testVariants: variants
    .nullable()
    .optional()
    .describe("Destinations that share the visitors in an A/B test, 100 per cent together; `null` ends the test."),
  testStartedAt: dateTime.nullable().optional().describe("When the test begins. Default: at once."),
  testCompletedAt: dateTime.nullable().optional().describe("When the test ends, not before it begins. Default: never."),
};
const prefix = text({ max: 190 }).optional();

export const partnerLinkProps = z
  .object({
    ...propsShape,
    prefix: prefix.describe("What a random key begins with, beside its `keyLength` characters. Ignored with `key`."),
  })
  .describe("Link fields a partner operation may pass on.")
  .openapi("PartnerLinkProps");

export const linkFields = z
  .object({
    ...propsShape,
    domain: text({ max: 255 })
      .optional()
      .describe("Host of the short link. Default: the workspace's primary domain, else the shared one."),
    key: z
      .string()
      .optional()
      .describe(
        "The part behind the host: letters, digits, `-`, `_`, `.` and `/`. Unique per domain in any letter case. Default: random.",
      ),
    programId: text({ max: 255 }).nullable().optional().describe("Program of the link."),
    partnerId: text({ max: 255 }).nullable().optional().describe("Partner who earns by the link."),
    folderId: text({ max: 255 }).nullable().optional().describe("Folder to put it in."),
    trackConversion: z
      .boolean()
      .optional()
      .describe("Whether clicks carry an id by which leads and sales are recognised. Default `false`."),
    identifier: id
      .nullable()
      .optional()
      .describe("Name by which a page reports clicks on this link without following it; unique in the workspace."),
    publicStats: z.boolean().optional().meta({
      description: "Kept without effect. Default `false`. Deprecated: in favour of `dashboard`.",
      deprecated: true,
    }),
    tagId: text({ max: 255 })
      .nullable()
      .optional()
      .meta({ description: "Id of one tag. Deprecated: `tagIds` replaces it.", deprecated: true }),
    geo: z
      .record(z.string(), url)
      .nullable()
      .optional()
      .describe("Destinations by country instead of `url`: ISO 3166-1 alpha-2 code → URL."),
    utm_source: parameter.describe("Sets `utm_source` in the destination; an empty text or `null` removes it."),
    utm_medium: parameter.describe("Sets `utm_medium` in the destination; an empty text or `null` removes it."),
    utm_campaign: parameter.describe("Sets `utm_campaign` in the destination; an empty text or `null` removes it."),
    utm_term: parameter.describe("Sets `utm_term` in the destination; an empty text or `null` removes it."),
    utm_content: parameter.describe("Sets `utm_content` in the destination; an empty text or `null` removes it."),
    ref: parameter.describe("Sets `ref` in the destination; an empty text or `null` removes it."),
    webhookIds: z.array(z.string()).max(10).nullable().optional().describe("Webhooks that shall hear of each click."),
  })
  .describe("Optional body fields of link writes.");

export const linkInput = linkFields
  .extend({
    url: url.describe("Where the link leads. `https://` is added when there is no scheme."),
    keyLength: z.int().min(3).max(190).optional().describe("Random characters of a key that is not given. Default 7."),
    prefix: prefix.describe("What a random key begins with, beside its `keyLength` characters. Ignored with `key`."),
  })
  .describe("Body of `POST /links` and `PUT /links/upsert`.")
  .openapi("LinkInput");

export const linkPatch = linkFields
  .extend({
    url: url.optional().describe("Where the link leads from now on."),
  })
  .describe("Body of `PATCH /links/{linkId}`.");

export const partnerLinkInput = z
  .object({
    partnerId: omissible(z.string()).describe(
      "Id of the partner, `pn_…`; wins over `tenantId`. One of the two is required.",
    ),
    tenantId: omissible(z.string()).describe("The partner's id in your own database."),
    url: omissible(url).describe(
      "Where the link leads, on a host the partner's group allows. Default: the program's landing page.",
    ),
    key: z.string().optional().describe("The part of the short link behind the host. Default: random."),
    comments: text({ max: 4000 }).nullable().optional().describe("Notes for your own use; never shown to visitors."),
    linkProps: partnerLinkProps.optional().describe("Further fields of the link."),
  })
  .describe("Body of `POST /partners/links`; in the upsert `url` is required.");

export const partnerLinkUpsert = partnerLinkInput
  .extend({
    url: url.describe("Destination by which the link is found, on a host the partner's group allows."),
  })
  .describe("Body of `PUT /partners/links/upsert`.");

export const linkBulkPatch = z
  .object({
    linkIds: z
      .array(z.string())
      .min(1)
      .max(100)
      .optional()
      .describe("Ids of the links, `link_…`; with an unknown one nothing is changed. Give these or `externalIds`."),
    externalIds: z.array(z.string()).min(1).max(100).optional().describe("The links' ids in your own database."),
    data: linkPatch
      .omit({ domain: true, key: true, externalId: true, identifier: true })
      .describe("What to change in every one of them."),
  })
  .describe("Body of `PATCH /links/bulk`.");

export const linkBulkFailure = z
  .strictObject({
    link: z.any().describe("The item as it was sent."),
    error: z.string().describe("What is wrong with it."),
    code: z.string().describe("The error's code, as `POST /links` would answer it."),
  })
  .describe("An item of a bulk create that failed.");

export const linkParams = z
  .object({
    linkId: z.string().describe("Id of the link, `link_…`, or your own with the prefix `ext_`."),
  })
  .describe("Path of one link: its id, or `ext_` and the integrator's.");

export const linkInfoQuery = z
  .object({
    linkId: z.string().optional().describe("Id of the link, `link_…`."),
    externalId: z.string().optional().describe("The link's id in your own database, with the prefix `ext_`."),
    domain: z
      .string()
      .optional()
      .describe("Host of the short link, with `key`; alone it names the link at the root of the domain."),
    key: z.string().optional().describe("The part of the short link behind the host."),
  })
  .describe("Query of `GET /links/info`: one of `linkId`, `externalId` (with `ext_`), or `domain` with `key`.");

export const linkFilter = z
  .object({
    domain: z.string().optional().describe("Only links of this host."),
    tagId: z.string().optional().describe("Only links with this tag."),
    tagIds: queryList.optional().describe("Only links with one of these tags."),
    tagNames: queryList.optional().describe("Only links with one of these tags, by name."),
    folderId: z.string().optional().describe("Only links in this folder; `unsorted` = links in none."),
    search: z
      .string()
      .trim()
      .optional()
      .describe("A part of key, short link or the first 500 characters of the destination."),
    userId: z.string().optional().describe("Only links made by this user."),
    tenantId: z.string().optional().describe("Only links of this tenant, by its id in your own database."),
    partnerId: z.string().optional().describe("Only links of this partner."),
    showArchived: queryBool.optional().describe("Whether archived links come along. Default `false`."),
    withTags: queryBool.optional().describe("Whether to leave out links without tags. Default `false`."),
  })
  .describe("Filters of `GET /links` and `GET /links/count`.");

export const linkListQuery = linkFilter
  .extend({
    ...cursorPaging("Links"),
  })
  .describe("Query of `GET /links`.");

export const linkCountQuery = linkFilter
  .extend({
    groupBy: z
      .enum(["domain", "tagId", "userId", "folderId"])
      .optional()
      .describe("Counts by this instead of in one sum."),
  })
  .describe("Query of `GET /links/count`.");
