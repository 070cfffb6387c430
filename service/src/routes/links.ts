import { z } from "@hono/zod-openapi";
import { createLink } from "../domain/links/create-link.ts";
import { createLinks, hashPasswords } from "../domain/links/create-links.ts";
import { deleteLink, deleteLinks } from "../domain/links/delete-link.ts";
import { findLink, infoAddress, linkAddress } from "../domain/links/find-link.ts";
import { countLinks, listLinks } from "../domain/links/list-links.ts";
import { createPartnerLink, partnerLinks, upsertPartnerLink } from "../domain/links/partner-links.ts";
import { updateLink } from "../domain/links/update-link.ts";
import { updateLinks } from "../domain/links/update-links.ts";
import { upsertLink } from "../domain/links/upsert-link.ts";
import { validate } from "../middleware/validate.ts";
import {
  link,
  linkBulkFailure,
  linkBulkPatch,
  linkCountQuery,
  linkInfoQuery,
  linkInput,
  linkListQuery,
  linkParams,
  linkPatch,
  partnerLinkInput,
  partnerLinkUpsert,
} from "../schemas/link.ts";
import { linkSummary } from "../schemas/link-summary.ts";
import { partnerQuery } from "../schemas/partner.ts";
import { deleted, queryList } from "../schemas/query.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";
import { drawQrPng, drawQrSvg } from "../domain/links/draw-qr.ts";
import { OneByOne } from "../one-by-one.ts";
import { qrQuery } from "../schemas/qr.ts";

/** The largest code takes ten milliseconds, and an address may ask for a hundred at once. */
const drawing = new OneByOne();

/** Links of the workspace, and those of a partner. */
export const linkEndpoints: readonly Endpoint[] = [
  endpoint("links.create", {
    description: "Makes a short link. Without a `key` it gets a random one.",
    body: linkInput,
    output: link,
    example: {
      body: {
        url: "https://acme.example/pricing?plan=pro",
        key: "autumn",
        externalId: "campaign_7",
        trackConversion: true,
        tagNames: ["Newsletter"],
      },
    },
    handle: ({ ctx, body }) => createLink(ctx, body),
  }),
  endpoint("links.upsert", {
    description:
      "Changes the link whose destination is `url`, before or after UTM parameters are merged, or makes one when there is none. Links of partners are found only with their `partnerId` or `tenantId`.",
    body: linkInput,
    output: link,
    example: { body: { url: "https://acme.example/changelog", key: "news" } },
    handle: ({ ctx, body }) => upsertLink(ctx, body),
  }),
  endpoint("links.update", {
    description: "Changes a link. What is left out stays; `null` clears. `PUT` does the same.",
    params: linkParams,
    body: linkPatch,
    output: link,
    example: { body: { expiresAt: "2026-12-31T23:59:59.000Z", expiredUrl: "https://acme.example/pricing" } },
    aliases: ["PUT"],
    handle: ({ ctx, params, body }) => updateLink(ctx, params.linkId, body),
  }),
  endpoint("links.info", {
    description: "Finds one link by its id, your own id, or domain and key.",
    query: linkInfoQuery,
    output: link,
    example: { query: { domain: "go.example.com", key: "ada" } },
    handle: async ({ ctx, query }) => findLink(ctx, infoAddress(query)),
  }),
  endpoint("links.get", {
    description: "Answers one link with its figures.",
    params: linkParams,
    output: link,
    example: { params: { linkId: "ext_campaign_7" } },
    handle: ({ ctx, params }) => findLink(ctx, linkAddress(params.linkId)),
  }),
  endpoint("links.list", {
    description: "Lists links, newest first; page by number or by cursor.",
    query: linkListQuery,
    output: z.array(link),
    example: { query: { search: "autumn", pageSize: 10 } },
    handle: ({ ctx, query }) => listLinks(ctx, query),
  }),
  endpoint("links.count", {
    description: "Counts the links a list with the same filters would find; with `groupBy`, one row per group.",
    query: linkCountQuery,
    output: z.union([z.int(), z.array(z.record(z.string(), z.union([z.string(), z.int()]).nullable()))]),
    handle: ({ ctx, query }) => countLinks(ctx, query),
  }),
  endpoint("links.delete", {
    description: "Deletes a link. What a partner earned by it stays.",
    params: linkParams,
    output: deleted,
    handle: ({ ctx, params }) => deleteLink(ctx, params.linkId),
  }),
  endpoint("links.createMany", {
    description:
      "Makes up to 100 links, each on its own: one that fails stands at its place in the answer with `error` and `code`.",
    body: z
      .array(z.any())
      .min(1)
      .max(100)
      .openapi({ items: { $ref: "#/components/schemas/LinkInput" } }),
    item: linkInput,
    output: z.array(z.union([link, linkBulkFailure])),
    example: {
      body: [
        { url: "https://acme.example/a", key: "spring" },
        { url: "https://acme.example/b", key: "autumn" },
      ],
    },
    prepare: ({ body }) => hashPasswords(body),
    handle: ({ ctx, body, prepared }) =>
      createLinks(ctx, body, { check: (item) => validate(linkInput, item), hashes: prepared() }),
  }),
  endpoint("links.updateMany", {
    description:
      "Changes up to 100 links alike, all or none: with an unknown id among them it answers 404 and changes nothing.",
    body: linkBulkPatch,
    output: z.array(link),
    example: { body: { externalIds: ["campaign_7"], data: { archived: true } } },
    handle: ({ ctx, body }) => updateLinks(ctx, body),
  }),
  endpoint("links.deleteMany", {
    description: "Deletes up to 100 links. Unknown ids are left out.",
    query: z.object({
      linkIds: queryList.pipe(z.array(z.string()).min(1).max(100)).describe("Ids of the links, separated by commas."),
    }),
    output: z.strictObject({ deletedCount: z.int().describe("How many links were deleted.") }),
    handle: ({ ctx, query }) => deleteLinks(ctx, query.linkIds),
  }),
  endpoint("partners.retrieveLinks", {
    description: "Lists a partner's links with their figures.",
    query: partnerQuery,
    output: z.array(linkSummary),
    example: { query: { tenantId: "user_1042" } },
    handle: ({ ctx, query }) => partnerLinks(ctx, query),
  }),
  endpoint("partners.createLink", {
    description:
      "Makes a link that counts for a partner. Its destination must lie on a host the partner's group allows.",
    body: partnerLinkInput,
    output: link,
    example: { body: { tenantId: "user_1042", url: "https://acme.example/webinar", key: "ada-webinar" } },
    handle: ({ ctx, body }) => createPartnerLink(ctx, body),
  }),
  endpoint("partners.upsertLink", {
    description: "Changes the partner's link that leads to `url`, or makes one when none does.",
    body: partnerLinkUpsert,
    output: link,
    example: { body: { tenantId: "user_1042", key: "webinar" } },
    handle: ({ ctx, body }) => upsertPartnerLink(ctx, body),
  }),
  // QR codes of short links, for anyone.
  endpoint("qrCodes.get", {
    description: "Draws a QR code as PNG or SVG. It takes no credential, so its address can stand in a page.",
    query: qrQuery,
    example: { query: { url: "https://go.example.com/ada?qr=1", size: 400, format: "svg" } },
    handle: ({ query }) =>
      drawing.run(async () =>
        query.format === "svg"
          ? new Response(drawQrSvg(query), { headers: { "Content-Type": "image/svg+xml" } })
          : new Response(new Uint8Array(await drawQrPng(query)), { headers: { "Content-Type": "image/png" } }),
      ),
  }),
];
