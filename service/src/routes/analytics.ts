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

/** Analytics of links and of partners, and the events behind them (api-contract §14). */
export const analyticsEndpoints: Endpoint[] = [
  endpoint("analytics.retrieve", {
    query: analyticsQuery,
    output: analyticsResult,
    handle: ({ ctx, query }) => retrieveAnalytics(ctx, query),
  }),
  endpoint("partners.analytics", {
    query: partnerAnalyticsQuery,
    output: partnerAnalyticsResult,
    handle: ({ ctx, query }) => partnerAnalytics(ctx, query),
  }),
  endpoint("events.list", {
    query: eventListQuery,
    output: eventList,
    handle: ({ ctx, query }) => listEvents(ctx, query),
  }),
];
