import { z } from "@hono/zod-openapi";
import { createTag, deleteTag, listTags, updateTag } from "../domain/links/tags.ts";
import { tag, tagInput, tagListQuery } from "../schemas/tag.ts";
import { deleted, idParams } from "../schemas/query.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

/** Tags of links and partners. */
export const tagEndpoints: readonly Endpoint[] = [
  endpoint("tags.list", {
    description: "Lists tags by name.",
    query: tagListQuery,
    output: z.array(tag),
    example: { query: { search: "news" } },
    handle: ({ ctx, query }) => listTags(ctx, query),
  }),
  endpoint("tags.create", {
    description: "Makes a tag for links and partners.",
    body: tagInput,
    output: tag,
    example: { body: { name: "Newsletter", color: "green" } },
    handle: ({ ctx, body }) => createTag(ctx, body),
  }),
  endpoint("tags.update", {
    description: "Changes name or colour of a tag.",
    params: idParams,
    body: tagInput,
    output: tag,
    example: { body: { color: "purple" } },
    handle: ({ ctx, params, body }) => updateTag(ctx, params.id, body),
  }),
  endpoint("tags.delete", {
    description: "Deletes a tag and takes it off everything that has it.",
    params: idParams,
    output: deleted,
    handle: ({ ctx, params }) => deleteTag(ctx, params.id),
  }),
];
