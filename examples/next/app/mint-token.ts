import { createReferralsClient } from "referrals-embed/server";
import type { User } from "./current-user";

/** Asks the service for a token. The secret key stays on the server; REFERRALS_API_URL is the service's address with /api. */
export function mintToken({ id, name, email, image }: User) {
  const referrals = createReferralsClient({
    apiKey: process.env.REFERRALS_API_KEY!,
    baseUrl: process.env.REFERRALS_API_URL!,
  });
  return referrals.embedTokens.referrals({ tenantId: id, partner: { name, email, image, tenantId: id } });
}
