import { z } from "@hono/zod-openapi";
import { tagColors, type Tag, type TagInput, type TagListQuery } from "referrals-embed/contract";
import { page, pageSize, queryList } from "./query.ts";
import { trimmed } from "./text.ts";

/** A tag. */
export const tag = z
  .strictObject({ id: z.string(), name: z.string(), color: z.enum(tagColors) })
  .openapi("Tag") satisfies z.ZodType<Tag>;

const name = trimmed({ min: 1, max: 50 }).optional();

/** Body of tag writes. */
export const tagInput = z.object({
  name,
  tag: name,
  color: z.enum(tagColors).optional(),
}) satisfies z.ZodType<TagInput>;

/** Query of `GET /tags`. */
export const tagListQuery = z.object({
  search: z.string().trim().optional(),
  ids: queryList.optional(),
  sortBy: z.enum(["name", "createdAt"]).default("name"),
  sortOrder: z.enum(["asc", "desc"]).default("asc"),
  page,
  pageSize: pageSize(),
}) satisfies z.ZodType<TagListQuery>;
