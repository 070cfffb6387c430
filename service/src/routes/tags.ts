import { z } from "@hono/zod-openapi";
import { createTag, deleteTag, listTags, updateTag } from "../domain/links/tags.ts";
import { tag, tagInput, tagListQuery } from "../schemas/tag.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

const params = z.object({
  id: z
    .string()
    .describe("The id of what the path names before it; a customer's may also be your own, with the prefix `ext_`."),
});

/** Tags of links and partners. */
export const tagEndpoints: readonly Endpoint[] = [
  endpoint("tags.list", {
    description: "Lists tags by name.",
    query: tagListQuery,
    output: z.array(tag),
    handle: ({ ctx, query }) => listTags(ctx, query),
  }),
  endpoint("tags.create", {
    description: "Makes a tag for links and partners.",
    body: tagInput,
    output: tag,
    handle: ({ ctx, body }) => createTag(ctx, body),
  }),
  endpoint("tags.update", {
    description: "Changes name or colour of a tag.",
    params,
    body: tagInput,
    output: tag,
    handle: ({ ctx, params, body }) => updateTag(ctx, params.id, body),
  }),
  endpoint("tags.delete", {
    description: "Deletes a tag and takes it off everything that has it.",
    params,
    output: z.strictObject({ id: z.string().describe("Id of what was deleted.") }),
    handle: ({ ctx, params }) => deleteTag(ctx, params.id),
  }),
];
