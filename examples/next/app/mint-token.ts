import { createReferralsClient } from "referrals-embed/server";
import type { User } from "./current-user";

// The secret key stays on the server; REFERRALS_API_URL is the service's address with /api. A build passes without both.
const referrals = createReferralsClient({
  apiKey: process.env.REFERRALS_API_KEY!,
  baseUrl: process.env.REFERRALS_API_URL!,
});

/** Asks the service for a token. */
export function mintToken({ id, name, email, image }: User) {
  return referrals.embedTokens.referrals({ tenantId: id, partner: { name, email, image, tenantId: id } });
}
