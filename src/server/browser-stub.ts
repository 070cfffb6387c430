/** Replaces the SDK in browser bundles: it has the same names, so that the build succeeds and the page reports the mistake. */
export const createReferralsClient: never = refuse();
export const signCustomData: never = refuse();
export const verifyWebhook: never = refuse();
export const NetworkError: never = refuse();
export const ReferralsError: never = refuse();
export const WebhookVerificationError: never = refuse();

function refuse(): never {
  throw new Error(
    "referrals-embed/server holds your API key and must not be bundled for a browser. Import it in server code only.",
  );
}
