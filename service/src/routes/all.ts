import { embedTokenEndpoints } from "./embed-tokens.ts";
import type { Endpoint } from "./endpoint.ts";
import { linkEndpoints } from "./links.ts";
import { partnerEndpoints } from "./partners.ts";

/** Every endpoint the service serves: one line per resource. */
export const endpoints: readonly Endpoint[] = [...partnerEndpoints, ...embedTokenEndpoints, ...linkEndpoints];
