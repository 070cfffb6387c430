import { z } from "@hono/zod-openapi";
import { createDomain, deleteDomain, listDomains, readProof, updateDomain } from "../domain/domains/domains.ts";
import { domain, domainInput, domainListQuery } from "../schemas/domain.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

const params = z.object({ slug: z.string().toLowerCase() });

/** Domains of short links. */
export const domainEndpoints: readonly Endpoint[] = [
  endpoint("domains.list", {
    query: domainListQuery,
    output: z.array(domain),
    handle: ({ ctx, query }) => listDomains(ctx, query),
  }),
  endpoint("domains.create", {
    body: domainInput,
    output: domain,
    handle: ({ ctx, body }) => createDomain(ctx, body),
  }),
  endpoint("domains.update", {
    params,
    body: domainInput,
    output: domain,
    prepare: ({ ctx, params, body }) => readProof(ctx, params.slug, body),
    handle: ({ ctx, params, body, prepared }) => updateDomain(ctx, params.slug, body, prepared()),
  }),
  endpoint("domains.delete", {
    params,
    output: z.strictObject({ slug: z.string() }),
    handle: ({ ctx, params }) => deleteDomain(ctx, params.slug),
  }),
];
