import { ReferralsError, type Integration } from "referrals-embed/contract";
import { lemonSqueezy } from "./lemonsqueezy.ts";
import { paddle } from "./paddle.ts";
import { polar } from "./polar.ts";
import type { ProviderEvent, ReadingRules } from "./provider-event.ts";
import { readEvent } from "./provider-steps.ts";
import type { Provider, SignedRequest } from "./provider.ts";
import { stripe } from "./stripe.ts";

/** The providers by name. */
export const providers: Readonly<Record<Integration["provider"], Provider>> = {
  stripe,
  paddle,
  polar,
  lemonsqueezy: lemonSqueezy,
};

/** What a signed event says, in our words. @returns `null` for what is no event of the provider's */
export function readProviderEvent(
  provider: Integration["provider"],
  { json, id }: VerifiedEvent,
  rules: ReadingRules,
): ProviderEvent | null {
  const { shape, readers } = providers[provider];
  return readEvent(json, shape, { readers, rules, id });
}

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
