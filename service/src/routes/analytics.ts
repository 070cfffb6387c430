import { listEvents } from "../domain/analytics/list-events.ts";
import { partnerAnalytics } from "../domain/analytics/partner-analytics.ts";
import { retrieveAnalytics } from "../domain/analytics/retrieve-analytics.ts";
import {
  analyticsQuery,
  analyticsResult,
  partnerAnalyticsQuery,
  partnerAnalyticsResult,
} from "../schemas/analytics.ts";
import { eventList, eventListQuery } from "../schemas/events.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

/** Analytics of links and of partners, and the events behind them. */
export const analyticsEndpoints: Endpoint[] = [
  endpoint("analytics.retrieve", {
    description:
      "Counts clicks, leads and sales in a period, in one sum or in groups. Text filters take one value, several separated by commas, or a minus in front to exclude.",
    query: analyticsQuery,
    output: analyticsResult,
    example: { query: { event: "composite", groupBy: "count", interval: "30d" } },
    handle: ({ ctx, query }) => retrieveAnalytics(ctx, query),
  }),
  endpoint("partners.analytics", {
    description: "Figures of one partner, with what was earned: commissions pending, processed and paid.",
    query: partnerAnalyticsQuery,
    output: partnerAnalyticsResult,
    example: { query: { tenantId: "user_1042", groupBy: "count" } },
    handle: ({ ctx, query }) => partnerAnalytics(ctx, query),
  }),
  endpoint("events.list", {
    description: "Lists clicks, leads or sales one by one, newest first.",
    query: eventListQuery,
    output: eventList,
    example: { query: { event: "clicks", limit: 1 } },
    handle: ({ ctx, query }) => listEvents(ctx, query),
  }),
];
