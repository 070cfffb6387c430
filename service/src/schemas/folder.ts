import { z } from "@hono/zod-openapi";
import { paging } from "./query.ts";
import { text, trimmed } from "./text.ts";

const accessLevel = z.enum(["write", "read"]).nullable();

export const folder = z
  .strictObject({
    id: z.string().describe("Id of the folder, `fold_…`."),
    name: z.string().meta({ description: "Its name.", examples: ["Autumn campaign"] }),
    description: z.string().nullable().describe("What it is for."),
    type: z.literal("default").describe("Always `default`."),
    accessLevel: accessLevel.describe("Kept for your own use: access to links does not depend on it."),
    createdAt: z.string().describe("When it was made."),
    updatedAt: z.string().describe("When it last changed."),
  })
  .describe("A folder of links.")
  .openapi("Folder");

export const folderInput = z
  .object({
    name: trimmed({ min: 1, max: 190 })
      .optional()
      .meta({ description: "Its name; required on create.", examples: ["Autumn campaign"] }),
    description: text({ max: 4000 }).nullable().optional().describe("What it is for."),
    accessLevel: accessLevel.optional().describe("Kept for your own use: access to links does not depend on it."),
  })
  .describe("Body of folder writes.");

export const folderListQuery = z
  .object({
    search: z.string().trim().optional().describe("A part of the name."),
    ...paging("Items", 50),
  })
  .describe("Query of `GET /folders`.");
