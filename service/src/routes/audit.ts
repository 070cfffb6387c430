import { z } from "@hono/zod-openapi";
import { listAudit } from "../domain/workspaces/list-audit.ts";
import { auditListQuery, auditRow } from "../schemas/audit.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

/** Who changed what in the workspace. */
export const auditEndpoints: readonly Endpoint[] = [
  endpoint("audit.list", {
    description: "Lists who changed what, newest first unless said otherwise.",
    query: auditListQuery,
    output: z.array(auditRow),
    example: { query: { entity: "payout" } },
    handle: ({ ctx, query }) => listAudit(ctx, query),
  }),
];
