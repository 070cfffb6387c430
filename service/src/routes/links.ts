import { z } from "@hono/zod-openapi";
import { createLink } from "../domain/links/create-link.ts";
import { createLinks } from "../domain/links/create-links.ts";
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
import { queryList } from "../schemas/query.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

/** Links of the workspace, and those of a partner (api-contract §6, §11). */
export const linkEndpoints: readonly Endpoint[] = [
  endpoint("links.create", { body: linkInput, output: link, handle: ({ ctx, body }) => createLink(ctx, body) }),
  endpoint("links.upsert", { body: linkInput, output: link, handle: ({ ctx, body }) => upsertLink(ctx, body) }),
  endpoint("links.update", {
    params: linkParams,
    body: linkPatch,
    output: link,
    aliases: ["PUT"],
    handle: ({ ctx, params, body }) => updateLink(ctx, params.linkId, body),
  }),
  endpoint("links.info", {
    query: linkInfoQuery,
    output: link,
    handle: async ({ ctx, query }) => findLink(ctx, infoAddress(query)),
  }),
  endpoint("links.get", {
    params: linkParams,
    output: link,
    handle: ({ ctx, params }) => findLink(ctx, linkAddress(params.linkId)),
  }),
  endpoint("links.list", {
    query: linkListQuery,
    output: z.array(link),
    handle: ({ ctx, query }) => listLinks(ctx, query),
  }),
  endpoint("links.count", {
    query: linkCountQuery,
    output: z.union([z.int(), z.array(z.record(z.string(), z.union([z.string(), z.int()]).nullable()))]),
    handle: ({ ctx, query }) => countLinks(ctx, query),
  }),
  endpoint("links.delete", {
    params: linkParams,
    output: z.strictObject({ id: z.string() }),
    handle: ({ ctx, params }) => deleteLink(ctx, params.linkId),
  }),
  endpoint("links.createMany", {
    body: z
      .array(z.any())
      .min(1)
      .max(100)
      .openapi({ items: { $ref: "#/components/schemas/LinkInput" } as never }),
    output: z.array(z.union([link, linkBulkFailure])),
    handle: ({ ctx, body }) => createLinks(ctx, body, (item) => validate(linkInput, item)),
  }),
  endpoint("links.updateMany", {
    body: linkBulkPatch,
    output: z.array(link),
    handle: ({ ctx, body }) => updateLinks(ctx, body),
  }),
  endpoint("links.deleteMany", {
    query: z.object({ linkIds: queryList.pipe(z.array(z.string()).min(1).max(100)) }),
    output: z.strictObject({ deletedCount: z.int() }),
    handle: ({ ctx, query }) => deleteLinks(ctx, query.linkIds),
  }),
  endpoint("partners.retrieveLinks", {
    query: partnerQuery,
    output: z.array(linkSummary),
    handle: ({ ctx, query }) => partnerLinks(ctx, query),
  }),
  endpoint("partners.createLink", {
    body: partnerLinkInput,
    output: link,
    handle: ({ ctx, body }) => createPartnerLink(ctx, body),
  }),
  endpoint("partners.upsertLink", {
    body: partnerLinkUpsert,
    output: link,
    handle: ({ ctx, body }) => upsertPartnerLink(ctx, body),
  }),
];
