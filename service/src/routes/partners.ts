import { z } from "@hono/zod-openapi";
import { createPartner } from "../domain/partners/create-partner.ts";
import { getPartner } from "../domain/partners/get-partner.ts";
import { countProgramPartners, listPartners } from "../domain/partners/list-partners.ts";
import { updatePartner } from "../domain/partners/update-partner.ts";
import { partnerInput, partnerPatch } from "../schemas/partner-input.ts";
import { partner, partnerFilter, partnerListQuery, partnerParams } from "../schemas/partner.ts";
import { Answer, endpoint, type Endpoint } from "./endpoint.ts";

/** Partners of the workspace's program. */
export const partnerEndpoints: readonly Endpoint[] = [
  endpoint("partners.list", {
    description:
      "Lists the program's partners with their links and figures, best sellers first unless said otherwise. `X-Total-Count` carries the number of all that match.",
    query: partnerListQuery,
    output: z.array(partner),
    example: { query: { status: "approved", sortBy: "totalSaleAmount", pageSize: 10 } },
    handle: async ({ ctx, query }) => {
      const { json, total } = await listPartners(ctx, query, query);
      return Answer.json(json, { "X-Total-Count": String(total) });
    },
  }),
  endpoint("partners.count", {
    description: "Counts the partners a list with the same filters would find.",
    query: partnerFilter,
    output: z.int(),
    example: { query: { status: "approved" } },
    handle: ({ ctx, query }) => countProgramPartners(ctx, query),
  }),
  endpoint("partners.create", {
    description:
      "Enrolls a partner, approved at once unless the program reviews applications, and makes the default links. Somebody already enrolled by the same `tenantId` or address is answered unchanged.",
    body: partnerInput,
    output: partner,
    example: { body: { name: "Ada Okafor", username: "ada", tenantId: "user_1042", country: "NG" } },
    handle: ({ ctx, body }) => createPartner(ctx, body),
  }),
  endpoint("partners.get", {
    description: "Answers one partner with links and figures.",
    params: partnerParams,
    output: partner,
    handle: ({ ctx, params }) => getPartner(ctx, params.partnerId),
  }),
  endpoint("partners.update", {
    description: "Changes what is known of a partner. What is left out stays; `null` clears.",
    params: partnerParams,
    body: partnerPatch,
    output: partner,
    example: { body: { website: "https://okafor.example", youtube: "adaokafor" } },
    handle: ({ ctx, params, body }) => updatePartner(ctx, params.partnerId, body),
  }),
];
