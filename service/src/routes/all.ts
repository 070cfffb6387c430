import { analyticsEndpoints } from "./analytics.ts";
import type { Endpoint } from "./endpoint.ts";

/** Every endpoint the service serves: one line per resource. */
export const endpoints: readonly Endpoint[] = [...analyticsEndpoints];
