import { z } from "@hono/zod-openapi";
import type { Folder, FolderInput, FolderListQuery } from "referrals-embed/contract";
import { page, pageSize } from "./query.ts";
import { text, trimmed } from "./text.ts";

const accessLevel = z.enum(["write", "read"]).nullable();

/** A folder. */
export const folder = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    type: z.literal("default"),
    accessLevel,
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .openapi("Folder") satisfies z.ZodType<Folder>;

/** Body of folder writes. */
export const folderInput = z.object({
  name: trimmed({ min: 1, max: 190 }).optional(),
  description: text({ max: 4000 }).nullable().optional(),
  accessLevel: accessLevel.optional(),
}) satisfies z.ZodType<FolderInput>;

/** Query of `GET /folders`. */
export const folderListQuery = z.object({
  search: z.string().trim().optional(),
  page,
  pageSize: pageSize(50),
}) satisfies z.ZodType<FolderListQuery>;
