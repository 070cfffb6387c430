import { z } from "@hono/zod-openapi";
import type { Domain, DomainInput, DomainListQuery } from "referrals-embed/contract";
import { page, pageSize, queryBool } from "./query.ts";
import { text } from "./text.ts";

const nullable = z.string().nullable();

/** A domain of short links. */
export const domain = z
  .strictObject({
    id: z.string(),
    slug: z.string(),
    verified: z.boolean(),
    primary: z.boolean(),
    archived: z.boolean(),
    placeholder: nullable,
    expiredUrl: nullable,
    notFoundUrl: nullable,
    logo: nullable,
    assetLinks: nullable,
    appleAppSiteAssociation: nullable,
    registeredDomain: z.null(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .openapi("Domain") satisfies z.ZodType<Domain>;

const hostName =
  /^(?=.{1,253}(?::|$))[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*(?::\d{1,5})?$/;
const url = text({ min: 1, max: 8192 }).nullable().optional();

/** Body of domain writes. */
export const domainInput = z.object({
  slug: z.string().trim().toLowerCase().regex(hostName, "must be a host name, like go.example.com").optional(),
  primary: z.boolean().optional(),
  archived: z.boolean().optional(),
  placeholder: text({ max: 8192 }).nullable().optional(),
  expiredUrl: url,
  notFoundUrl: url,
  logo: text({ max: 8192 }).nullable().optional(),
  assetLinks: text({ max: 10_000 }).nullable().optional(),
  appleAppSiteAssociation: text({ max: 10_000 }).nullable().optional(),
}) satisfies z.ZodType<DomainInput>;

/** Query of `GET /domains`. */
export const domainListQuery = z.object({
  archived: queryBool.optional(),
  search: z.string().trim().optional(),
  page,
  pageSize: pageSize(50),
}) satisfies z.ZodType<DomainListQuery>;
