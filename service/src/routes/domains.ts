import { z } from "@hono/zod-openapi";
import {
  createDomain,
  deleteDomain,
  listDomains,
  lookUpProof,
  updateDomain,
  verifyDomain,
} from "../domain/links/domains.ts";
import { Gate } from "../middleware/admission.ts";
import { domain, domainInput, domainListQuery } from "../schemas/domain.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

const params = z.object({
  slug: z
    .string()
    .toLowerCase()
    .meta({ description: "Host name of the domain.", examples: ["go.acme.example"] }),
});

/**
 * A look-up waits for somebody else's server with a slot of calls: more of them at once would take those of everybody else while a server is
 * silent.
 */
const lookUps = new Gate({
  places: 2,
  perCaller: 1,
  perWorkspace: 1,
  waiting: 1,
  waitingPerCaller: 1,
  waitingPerWorkspace: 1,
  waitMs: 5_000,
});

/** Domains of short links. */
export const domainEndpoints: readonly Endpoint[] = [
  endpoint("domains.list", {
    description: "Lists the workspace's own domains.",
    query: domainListQuery,
    output: z.array(domain),
    handle: ({ ctx, query }) => listDomains(ctx, query),
  }),
  endpoint("domains.create", {
    description: "Adds a domain. Publish its `txtRecord`, then verify it: only then can links be made on it.",
    body: domainInput,
    output: domain,
    example: { body: { slug: "go.acme.example" } },
    handle: ({ ctx, body }) => createDomain(ctx, body),
  }),
  endpoint("domains.update", {
    description: "Changes a domain. A new `slug` must be proven to be yours again.",
    params,
    body: domainInput,
    output: domain,
    example: { body: { notFoundUrl: "https://acme.example/404" } },
    handle: ({ ctx, params, body }) => updateDomain(ctx, params.slug, body),
  }),
  endpoint("domains.verify", {
    description: "Asks DNS whether the domain's `txtRecord` is published. Call it again until `status` is `verified`.",
    params,
    output: domain,
    // Asking again is the purpose of the call: a replayed answer would be the old one.
    idempotent: false,
    prepare: async ({ ctx, params }) => {
      const leave = await lookUps.enter({ caller: ctx.workspaceId, workspace: ctx.workspaceId });
      return lookUpProof(ctx, params.slug).finally(leave);
    },
    handle: ({ ctx, params, prepared }) => verifyDomain(ctx, params.slug, prepared()),
  }),
  endpoint("domains.delete", {
    description: "Removes a domain that has no links.",
    params,
    output: z.strictObject({ slug: domain.shape.slug }),
    handle: ({ ctx, params }) => deleteDomain(ctx, params.slug),
  }),
];
