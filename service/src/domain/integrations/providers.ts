import { ReferralsError, type Integration } from "referrals-embed/contract";
import { readStripeEvent, stripeEvents } from "../rules/stripe-event.ts";
import type { ProviderEvent, ReadingRules } from "../rules/provider-event.ts";

/** How old a signature may be. */
const toleranceSeconds = 300;

/** A request as its signature covers it. */
export interface SignedRequest {
  bytes: Uint8Array;
  headers: Headers;
  /** Epoch milliseconds. */
  receivedAt: number;
}

/** What differs between providers. */
interface Provider {
  title: string;
  /** Events to select in its dashboard. */
  events: readonly string[];
  /** @throws anything when the request is not signed with the secret, or too long ago */
  verify(secret: string, request: SignedRequest): Promise<void>;
  /** The event in our words; `null` for what is none. */
  read(event: unknown, rules: ReadingRules): ProviderEvent | null;
}

/** The providers by name. Their libraries are loaded by the first event: they are large, and most services have one provider. */
export const providers: Readonly<Record<Integration["provider"], Provider>> = {
  stripe: {
    title: "Stripe",
    events: stripeEvents,
    read: readStripeEvent,
    async verify(secret, { bytes, headers, receivedAt }) {
      const { Stripe } = await import("stripe");
      const header = headers.get("stripe-signature") ?? "";
      Stripe.webhooks.constructEvent(Buffer.from(bytes), header, secret, toleranceSeconds, undefined, receivedAt);
    },
  },
};

/** Reads the JSON of a request that the provider has signed. @throws bad_request */
export async function verifiedEvent(
  provider: Integration["provider"],
  secret: string,
  request: SignedRequest,
): Promise<unknown> {
  const { title, verify } = providers[provider];
  try {
    await verify(secret, request);
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(request.bytes));
  } catch (cause) {
    throw new ReferralsError(
      "bad_request",
      `This is no event that ${title} has signed with the integration's secret in the last 5 minutes. Compare the secret with the one in ${title}'s dashboard.`,
      { cause },
    );
  }
}
