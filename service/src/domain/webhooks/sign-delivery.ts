import type { DateTime, WebhookEvent } from "referrals-embed/contract";
import { Webhook as Signer } from "standardwebhooks";
import type { DueDelivery } from "../../store/queries/webhooks.ts";

/** What is posted: the same bytes for every attempt of one event. */
export function deliveryBody(delivery: Pick<DueDelivery, "eventId" | "event" | "eventAt" | "data">): string {
  const createdAt: DateTime = delivery.eventAt.toISOString();
  const envelope: WebhookEvent = { id: delivery.eventId, event: delivery.event, createdAt, data: delivery.data };
  return JSON.stringify(envelope);
}

/** The headers of Standard Webhooks; during a rotation the old secret signs along (api-contract §16). */
export function signatureHeaders(
  delivery: Pick<DueDelivery, "eventId" | "secret" | "previousSecret" | "previousSecretUntil">,
  body: string,
  at: Date,
): Record<string, string> {
  const { previousSecret, previousSecretUntil } = delivery;
  const rotating = previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > at;
  const secrets = rotating ? [delivery.secret, previousSecret] : [delivery.secret];
  return {
    "content-type": "application/json; charset=utf-8",
    "webhook-id": delivery.eventId,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Signer(secret).sign(delivery.eventId, at, body)).join(" "),
  };
}
