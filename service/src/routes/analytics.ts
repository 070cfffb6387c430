import { partnerAnalytics } from "../domain/analytics/partner-analytics.ts";
import { retrieveAnalytics } from "../domain/analytics/retrieve-analytics.ts";
import {
  analyticsQuery,
  analyticsResult,
  partnerAnalyticsQuery,
  partnerAnalyticsResult,
} from "../schemas/analytics.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

/** Analytics of links and of partners (api-contract §14). */
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
];
