import { z } from "@hono/zod-openapi";
import type { LinkSummary } from "referrals-embed/contract";

/** Item of a partner's `links`. */
export const linkSummary = z
  .strictObject({
    id: z.string(),
    domain: z.string(),
    key: z.string(),
    shortLink: z.string(),
    url: z.string(),
    clicks: z.int(),
    leads: z.int(),
    conversions: z.int(),
    sales: z.int(),
    saleAmount: z.int(),
  })
  .openapi("LinkSummary") satisfies z.ZodType<LinkSummary>;
