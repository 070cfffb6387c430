import type { Endpoint } from "./endpoint.ts";
import { partnerEndpoints } from "./partners.ts";

/** Every endpoint the service serves: one line per resource. */
export const endpoints: readonly Endpoint[] = [...partnerEndpoints];
