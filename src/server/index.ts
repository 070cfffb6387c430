/**
 * The SDK for host servers: every operation of the server API, and the check of webhook deliveries.
 * @example
 * import { createReferralsClient } from "referrals-embed/server";
 * const referrals = createReferralsClient({ apiKey: process.env.REFERRALS_API_KEY!, baseUrl: process.env.REFERRALS_API_URL! });
 * const body = await referrals.embedTokens.referrals({ tenantId, partner: { name, email, image, tenantId } });
 */
export { createReferralsClient, type ReferralsClientOptions } from "./create-referrals-client.ts";
export type { ReferralsClient } from "./client-shape.ts";
export type { EmbedTokenWithFirstData } from "./with-first-data.ts";
export type { ListRequest } from "./list-request.ts";
export { signCustomData, type SignCustomDataOptions } from "./sign-custom-data.ts";
export { verifyWebhook, WebhookVerificationError, type VerifyWebhookOptions } from "./verify-webhook.ts";
export { NetworkError } from "../http/network-error.ts";
export type { CallOptions } from "../http/call.ts";
export { ReferralsError, type ReferralsErrorDetails } from "../contract/errors.ts";
