import type { DateTime, WebhookEvent } from "referrals-embed/contract";
import { Webhook as Signer } from "standardwebhooks";
import {
  countFailure,
  markSlow,
  resetFailures,
  updateDeliveryRow,
  type DueDelivery,
} from "../../store/queries/delivery/webhooks.ts";
import type { Context } from "../context.ts";
import { slowAfterMs } from "../rules/delivery-places.ts";
import { inTransaction } from "../transaction.ts";

/** What a receiver answered, or why there was no answer. */
export interface PostOutcome {
  status: number | null;
  /** Seconds, from `Retry-After`. */
  retryAfter: number | null;
  error: string | null;
}

/** Posts to a public address, or one the operator opened; a redirect is an answer like any other. */
export type Post = (url: string, headers: Record<string, string>, body: string) => Promise<PostOutcome>;

/** Seconds before each attempt; the first is at once. */
const delaysSeconds = [0, 10, 60, 300, 1_800, 7_200, 21_600, 43_200, 86_400, 86_400];

/** Failed attempts in a row after which a webhook is disabled. */
const failureLimit = 20;

/** Posts one delivery and stores the result: done, retry later, or given up. */
export async function attemptDelivery(ctx: Context, delivery: DueDelivery, post: Post): Promise<void> {
  const startedAt = ctx.clock.now();
  const body = deliveryBody(delivery);
  const outcome = await post(delivery.url, signatureHeaders(delivery, body, new Date(startedAt)), body);
  const durationMs = Math.max(0, ctx.clock.now() - startedAt);
  const attempt = delivery.attempt + 1;
  const succeeded = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
  const next = succeeded || outcome.status === 410 ? null : nextAttemptAt(ctx, attempt, outcome.retryAfter);
  await inTransaction(ctx, async (ctx) => {
    if (succeeded) await resetFailures(ctx.db, delivery.webhookId);
    else {
      const at = new Date(ctx.clock.now());
      await countFailure(ctx.db, delivery.webhookId, { limit: failureLimit, at, gone: outcome.status === 410 });
    }
    await markSlow(ctx.db, delivery.webhookId, durationMs >= slowAfterMs);
    await updateDeliveryRow(ctx.db, delivery.id, {
      attempt,
      status: succeeded ? "succeeded" : next ? "pending" : "failed",
      response_status: outcome.status,
      error: outcome.error,
      duration_ms: durationMs,
      next_attempt_at: next,
    });
  });
}

/** The schedule ± 10 %, or later when the receiver asks for it; null after the last attempt. */
function nextAttemptAt(ctx: Context, attempt: number, retryAfter: number | null): Date | null {
  const seconds = delaysSeconds[attempt];
  if (seconds === undefined) return null;
  const jitter = 0.9 + Number.parseInt(ctx.ids.random(3, "0123456789"), 10) / 5_000;
  const delay = Math.max(seconds * jitter, Math.min(retryAfter ?? 0, 86_400));
  return new Date(ctx.clock.now() + delay * 1000);
}

/** The posted body: the same bytes for every attempt of one event. */
function deliveryBody(delivery: Pick<DueDelivery, "eventId" | "event" | "eventAt" | "data">): string {
  const createdAt: DateTime = delivery.eventAt.toISOString();
  const envelope: WebhookEvent = { id: delivery.eventId, event: delivery.event, createdAt, data: delivery.data };
  return JSON.stringify(envelope);
}

/** The headers of Standard Webhooks; during a rotation both secrets sign. */
function signatureHeaders(
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
