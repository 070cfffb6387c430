import type { Context } from "../domain/context.ts";
import { sharePlaces } from "../domain/rules/delivery-places.ts";
import { attemptDelivery, type Post } from "../domain/webhooks/attempt-delivery.ts";
import { dispatchOutbox } from "../domain/webhooks/dispatch-outbox.ts";
import { leaseDueDeliveries, waitingWebhooks, type DueDelivery } from "../store/queries/delivery/webhooks.ts";

/** Longer than a post may take: after it, another replica can take the deliveries of one that died. */
const leaseMs = 60_000;

/** How long a round waits at most for a delivery under way: new events, and places of deliveries that take long, are looked for then. */
const waitMs = 1_000;

interface UnderWay {
  delivery: DueDelivery;
  since: number;
  end: Promise<void>;
}

/** Delivers webhooks: deliveries go on beside the rounds, so that none waits for the end of a slow one. */
export class WebhookDelivery {
  readonly #post: Post;
  readonly #underWay = new Set<UnderWay>();
  readonly #errors: unknown[] = [];
  /** Ends the wait of a round. */
  #wake = (): void => {};

  constructor(post: Post) {
    this.#post = post;
  }

  /**
   * One round: hands new events over, begins due deliveries where places are free, and waits for one to end if there was nothing to do.
   * Safe on several replicas: each skips rows locked by others.
   * @returns the amount of work, 0 when there is none and none is under way
   */
  async round(ctx: Context): Promise<number> {
    const failed = this.#errors.splice(0);
    if (failed.length > 0) throw failed[0];
    const underWay = this.#underWay.size;
    const handed = await dispatchOutbox(ctx);
    const begun = await this.#begin(ctx);
    // One that ended meanwhile left a place that was not looked at.
    const hasEnded = this.#underWay.size < underWay + begun;
    if (handed + begun === 0 && underWay > 0 && !hasEnded) await this.#oneEnds();
    return handed + begun + underWay;
  }

  /** Resolves when no delivery is under way any more. */
  async ended(): Promise<void> {
    await Promise.all([...this.#underWay].map(({ end }) => end));
  }

  async #begin(ctx: Context): Promise<number> {
    const at = ctx.clock.now();
    const waiting = await waitingWebhooks(ctx.db, new Date(at));
    const underWay = [...this.#underWay].map(({ delivery, since }) => ({ ...delivery, forMs: at - since }));
    const shares = sharePlaces(waiting, underWay);
    if (shares.size === 0) return 0;
    const lease = { now: new Date(at), leaseEnd: new Date(at + leaseMs) };
    const due = await leaseDueDeliveries(ctx.db, shares, lease);
    for (const delivery of due) this.#deliver(ctx, delivery);
    return due.length;
  }

  #deliver(ctx: Context, delivery: DueDelivery): void {
    const end = attemptDelivery(ctx, delivery, this.#post)
      .catch((error: unknown) => void this.#errors.push(error))
      .finally(() => {
        this.#underWay.delete(begun);
        this.#wake();
      });
    const begun: UnderWay = { delivery, since: ctx.clock.now(), end };
    this.#underWay.add(begun);
  }

  #oneEnds(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
