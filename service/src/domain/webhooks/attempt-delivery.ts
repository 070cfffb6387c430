import {
  countFailure,
  resetFailures,
  updateDeliveryRow,
  type DeliveryRow,
  type DueDelivery,
} from "../../store/queries/webhooks.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../transaction.ts";
import { deliveryBody, signatureHeaders } from "./sign-delivery.ts";

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

/** Posts one delivery and notes how it ended: done, again later, or given up (api-contract §16). */
export async function attemptDelivery(ctx: Context, delivery: DueDelivery, post: Post): Promise<DeliveryRow> {
  const startedAt = ctx.clock.now();
  const body = deliveryBody(delivery);
  const outcome = await post(delivery.url, signatureHeaders(delivery, body, new Date(startedAt)), body);
  const attempt = delivery.attempt + 1;
  const succeeded = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
  const next = succeeded || outcome.status === 410 ? null : nextAttemptAt(ctx, attempt, outcome.retryAfter);
  return inTransaction(ctx, async (ctx) => {
    if (succeeded) await resetFailures(ctx.db, delivery.webhookId);
    else {
      const at = new Date(ctx.clock.now());
      await countFailure(ctx.db, delivery.webhookId, failureLimit, at, outcome.status === 410);
    }
    return updateDeliveryRow(ctx.db, delivery.id, {
      attempt,
      status: succeeded ? "succeeded" : next ? "pending" : "failed",
      response_status: outcome.status,
      error: outcome.error,
      duration_ms: Math.max(0, ctx.clock.now() - startedAt),
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
