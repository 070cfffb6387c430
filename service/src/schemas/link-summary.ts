import { z } from "@hono/zod-openapi";

export const linkSummary = z
  .strictObject({
    id: z.string().describe("Id of the link, `link_…`."),
    domain: z.string().describe("Host of the short link, with its port when that is not the default."),
    key: z.string().describe("The part of the short link behind the host."),
    shortLink: z.string().describe("The short link in full."),
    url: z.string().describe("Where the link leads."),
    clicks: z.int().describe("Clicks counted so far."),
    leads: z.int().describe("Leads counted so far."),
    conversions: z.int().describe("Leads that became paying customers."),
    sales: z.int().describe("Sales, recurring ones included, less those refunded in full."),
    saleAmount: z.int().describe("Revenue in minor units of the program's currency, less refunds."),
  })
  .describe("Link summary: item of a partner's `links`.")
  .openapi("LinkSummary");
