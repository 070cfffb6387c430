import { ReferralsError, type Integration } from "referrals-embed/contract";
import { sha256 } from "../ids.ts";
import { lemonSqueezyEvents, readLemonSqueezyEvent } from "../rules/lemonsqueezy-event.ts";
import { paddleEvents, readPaddleEvent } from "../rules/paddle-event.ts";
import { polarEvents, readPolarEvent } from "../rules/polar-event.ts";
import type { ProviderEvent, ReadingRules } from "../rules/provider-event.ts";
import { readStripeEvent, stripeEvents } from "../rules/stripe-event.ts";
import { verifyLemonSqueezy, verifyPaddle, verifyPolar, verifyStripe, type SignedRequest } from "./signatures.ts";

/** What differs between providers. */
interface Provider {
  title: string;
  /** Events to select in its dashboard. */
  events: readonly string[];
  /** @throws anything when the request is not signed with the secret, or too long ago */
  verify(secret: string, request: SignedRequest): Promise<void>;
  /** The event in our words; `null` for what is none. `id` is that of events that have none in their body. */
  read(event: unknown, rules: ReadingRules, id: string): ProviderEvent | null;
  /** The id of an event outside its body, where it has none inside. */
  idOf?(request: SignedRequest): string;
}

/** The providers by name. */
export const providers: Readonly<Record<Integration["provider"], Provider>> = {
  stripe: { title: "Stripe", events: stripeEvents, read: readStripeEvent, verify: verifyStripe },
  paddle: { title: "Paddle", events: paddleEvents, read: readPaddleEvent, verify: verifyPaddle },
  polar: {
    title: "Polar",
    events: polarEvents,
    read: readPolarEvent,
    verify: verifyPolar,
    idOf: ({ headers }) => headers.get("webhook-id") ?? "",
  },
  lemonsqueezy: {
    title: "Lemon Squeezy",
    events: lemonSqueezyEvents,
    read: readLemonSqueezyEvent,
    verify: verifyLemonSqueezy,
    // The same body is the same event: what is sent again is no other.
    idOf: ({ bytes }) => sha256(bytes),
  },
};

/** A request that its provider has signed. */
export interface VerifiedEvent {
  json: unknown;
  /** The event's id outside its body; "" where it stands inside. */
  id: string;
}

/** Reads the JSON of a request that the provider has signed. @throws bad_request */
export async function verifiedEvent(
  provider: Integration["provider"],
  secret: string,
  request: SignedRequest,
): Promise<VerifiedEvent> {
  const { title, verify, idOf } = providers[provider];
  try {
    await verify(secret, request);
    const json: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(request.bytes));
    return { json, id: idOf?.(request) ?? "" };
  } catch (cause) {
    throw new ReferralsError(
      "bad_request",
      `This is no event that ${title} has signed with the integration's secret in the last 5 minutes. Compare the secret with the one in ${title}'s dashboard.`,
      { cause },
    );
  }
}
