import { z } from "@hono/zod-openapi";
import { countProgramPartners, listPartners } from "../domain/partners/list-partners.ts";
import { partner, partnerFilter, partnerListQuery } from "../schemas/partner.ts";
import { Answer, endpoint, type Endpoint } from "./endpoint.ts";

/** Partners of the workspace's program. */
export const partnerEndpoints: readonly Endpoint[] = [
  endpoint("partners.list", {
    query: partnerListQuery,
    output: z.array(partner),
    handle: async ({ ctx, query }) => {
      const { json, total } = await listPartners(ctx, query, query);
      return Answer.json(json, { "X-Total-Count": String(total) });
    },
  }),
  endpoint("partners.count", {
    query: partnerFilter,
    output: z.int(),
    handle: ({ ctx, query }) => countProgramPartners(ctx, query),
  }),
];
