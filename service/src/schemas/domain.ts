import { z } from "@hono/zod-openapi";
import { paging, queryBool } from "./query.ts";
import { mediaAddress, text } from "./text.ts";

const nullable = z.string().nullable();

export const domainStatus = z
  .enum(["pending", "verified", "failed"])
  .describe("How far the proof of a domain has come.");

export const domain = z
  .strictObject({
    id: z.string().describe("Id of the domain, `dom_…`."),
    slug: z.string().meta({ description: "Host name.", examples: ["go.acme.example"] }),
    verified: z
      .boolean()
      .describe(
        "Whether it has been proven to be yours; only then can links be made on it, and only then do they redirect.",
      ),
    status: domainStatus.describe("`pending` until the first check, then `verified` or `failed`."),
    checkedAt: nullable.describe("When DNS was last asked."),
    checkResult: nullable.describe("What DNS said then, and what to do next."),
    txtRecord: z
      .strictObject({
        name: z.string().meta({
          description: "Name of the record, `_ref-verify.<domain>`.",
          examples: ["_ref-verify.go.acme.example"],
        }),
        value: z.string().meta({ description: "What it holds.", examples: ["ref-verify=3f9c1d7a"] }),
      })
      .describe("The TXT record that proves the domain to be yours."),
    primary: z.boolean().describe("Whether new links get it by default; only for a verified domain."),
    archived: z.boolean().describe("Whether it is archived; lists can leave it out."),
    placeholder: nullable.describe("Example of a destination, kept for forms of your own."),
    expiredUrl: nullable.describe("Where links without an `expiredUrl` of their own lead once expired."),
    notFoundUrl: nullable.describe("Where unknown keys lead. Default: a page that says so."),
    logo: nullable.describe("URL of a logo, kept for your own use."),
    assetLinks: nullable.describe("Android asset links of the host, kept for your own use; they are not served here."),
    appleAppSiteAssociation: nullable.describe(
      "Apple app site association of the host, kept for your own use; it is not served here.",
    ),
    registeredDomain: z.null().describe("Always `null`: domains are not sold here."),
    createdAt: z.string().describe("When it was added."),
    updatedAt: z.string().describe("When it last changed."),
  })
  .describe("A domain of short links.")
  .openapi("Domain");

const hostNamePattern =
  /^(?=.{1,253}(?::|$))[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*(?::\d{1,5})?$/;
/** A host name in lower case, with its port where that is not the default. */
export const hostName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(hostNamePattern, "must be a host name, like go.example.com");

const url = text({ min: 1, max: 8192 }).nullable().optional();

export const domainInput = z
  .object({
    slug: hostName
      .optional()
      .meta({ description: "Host name, like `go.example.com`; required on create.", examples: ["go.acme.example"] }),
    primary: z.boolean().optional().describe("Whether new links get it by default; only for a verified domain."),
    archived: z.boolean().optional().describe("Whether it is archived; lists can leave it out."),
    placeholder: text({ max: 8192 })
      .nullable()
      .optional()
      .describe("Example of a destination, kept for forms of your own."),
    expiredUrl: url.describe("Where links without an `expiredUrl` of their own lead once expired."),
    notFoundUrl: url.describe("Where unknown keys lead."),
    logo: mediaAddress.nullable().optional().describe("URL of a logo, kept for your own use."),
    assetLinks: text({ max: 10_000 })
      .nullable()
      .optional()
      .describe("Android asset links of the host, kept for your own use; they are not served here."),
    appleAppSiteAssociation: text({ max: 10_000 })
      .nullable()
      .optional()
      .describe("Apple app site association of the host, kept for your own use; it is not served here."),
  })
  .describe("Body of domain writes.");

export const domainListQuery = z
  .object({
    archived: queryBool.optional().describe("Only archived domains (`true`), or only others."),
    search: z.string().trim().optional().describe("A part of the host name."),
    ...paging("Items", 50),
  })
  .describe("Query of `GET /domains`.");
