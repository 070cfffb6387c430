import { z } from "@hono/zod-openapi";
import { paging, queryList } from "./query.ts";
import { trimmed } from "./text.ts";
import { tagColor } from "./values.ts";

export const tag = z
  .strictObject({
    id: z.string().describe("Id of the tag, `tag_…`."),
    name: z.string().meta({ description: "Its name, unique in any letter case.", examples: ["Newsletter"] }),
    color: tagColor.describe("Its colour."),
  })
  .describe("A tag of links and partners.")
  .openapi("Tag");

/** Lists of names are separated by commas, so a name with a comma could not be requested. */
const name = trimmed({ min: 1, max: 50 })
  .refine((given) => !given.includes(","), "must not hold a comma")
  .optional();

export const tagInput = z
  .object({
    name: name.meta({
      description: "Its name, unique in any letter case; required on create.",
      examples: ["Newsletter"],
    }),
    tag: name.describe("Another name of `name`."),
    color: tagColor.optional().describe("Its colour. Default `blue`."),
  })
  .describe("Body of tag writes; `name` (alias `tag`) is required on create.");

export const tagListQuery = z
  .object({
    search: z.string().trim().optional().describe("A part of the name."),
    ids: queryList.optional().describe("Only tags with these ids."),
    sortBy: z.enum(["name", "createdAt"]).default("name").describe("What to sort by."),
    sortOrder: z.enum(["asc", "desc"]).default("asc").describe("Direction of the sort."),
    ...paging(),
  })
  .describe("Query of `GET /tags`.");
