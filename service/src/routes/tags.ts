import { z } from "@hono/zod-openapi";
import { createTag, deleteTag, listTags, updateTag } from "../domain/tags/tags.ts";
import { tag, tagInput, tagListQuery } from "../schemas/tag.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

const params = z.object({ id: z.string() });

/** Tags of links and partners. */
export const tagEndpoints: readonly Endpoint[] = [
  endpoint("tags.list", {
    query: tagListQuery,
    output: z.array(tag),
    handle: ({ ctx, query }) => listTags(ctx, query),
  }),
  endpoint("tags.create", { body: tagInput, output: tag, handle: ({ ctx, body }) => createTag(ctx, body) }),
  endpoint("tags.update", {
    params,
    body: tagInput,
    output: tag,
    handle: ({ ctx, params, body }) => updateTag(ctx, params.id, body),
  }),
  endpoint("tags.delete", {
    params,
    output: z.strictObject({ id: z.string() }),
    handle: ({ ctx, params }) => deleteTag(ctx, params.id),
  }),
];
