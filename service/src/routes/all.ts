import { webhookEndpoints } from "./webhooks.ts";
import { analyticsEndpoints } from "./analytics.ts";
import { auditEndpoints } from "./audit.ts";
import { commissionEndpoints } from "./commissions.ts";
import { customerEndpoints } from "./customers.ts";
import { payoutEndpoints } from "./payouts.ts";
import { discountCodeEndpoints } from "./discount-codes.ts";
import { domainEndpoints } from "./domains.ts";
import { embedDataEndpoints } from "./embed-data.ts";
import { embedTokenEndpoints } from "./embed-tokens.ts";
import type { Endpoint } from "./endpoint.ts";
import { folderEndpoints } from "./folders.ts";
import { integrationEndpoints } from "./integrations.ts";
import { linkEndpoints } from "./links.ts";
import { partnerStatusEndpoints } from "./partner-status.ts";
import { partnerEndpoints } from "./partners.ts";
import { peopleEndpoints } from "./people.ts";
import { programEndpoints } from "./program.ts";
import { referralEndpoints } from "./referrals.ts";
import { tagEndpoints } from "./tags.ts";
import { trackingEndpoints } from "./tracking.ts";

/** Every endpoint the service serves: one line per resource. */
export const endpoints: readonly Endpoint[] = [
  ...partnerEndpoints,
  ...partnerStatusEndpoints,
  ...embedTokenEndpoints,
  ...embedDataEndpoints,
  ...programEndpoints,
  ...linkEndpoints,
  ...tagEndpoints,
  ...folderEndpoints,
  ...domainEndpoints,
  ...discountCodeEndpoints,
  ...referralEndpoints,
  ...trackingEndpoints,
  ...payoutEndpoints,
  ...customerEndpoints,
  ...commissionEndpoints,
  ...analyticsEndpoints,
  ...webhookEndpoints,
  ...integrationEndpoints,
  ...peopleEndpoints,
  ...auditEndpoints,
];
