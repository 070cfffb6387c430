import { ReferralsError } from "referrals-embed/contract";
import { limits, sharedLimits, type OnExhausted, type SharedLimit } from "../../limits.ts";
import type { EmbedSession } from "./session.ts";

type StreamLimit = "streamsOfToken" | "streamsOfEnrollment" | "streamsOfWorkspace" | "streamsOfProcess";

/** From the narrowest on: who opens too many is refused alone. */
const refusals: readonly { limit: StreamLimit; of: string; advice: string; retryAfter: number }[] = [
  { limit: "streamsOfToken", of: "with one token", advice: "Close one first.", retryAfter: 3 },
  { limit: "streamsOfEnrollment", of: "of one partner", advice: "Close one first.", retryAfter: 10 },
  { limit: "streamsOfWorkspace", of: "of one workspace", advice: "Repeat the call later.", retryAfter: 30 },
  { limit: "streamsOfProcess", of: "in all", advice: "Repeat the call later.", retryAfter: 30 },
];

/** How many streams are open, of a token, a partner, a workspace and in all. */
export class StreamPlaces {
  readonly #open = new Map<string, number>();
  readonly #onExhausted: OnExhausted;

  constructor(onExhausted: OnExhausted) {
    this.#onExhausted = onExhausted;
  }

  /**
   * Takes a place.
   * @returns a function that frees it, once
   * @throws ReferralsError 429 when all are taken
   */
  take({ id, enrollmentId, workspaceId }: EmbedSession & { id: string }): () => void {
    const owners = {
      streamsOfToken: id,
      streamsOfEnrollment: enrollmentId,
      streamsOfWorkspace: workspaceId,
      streamsOfProcess: "process",
    };
    const nameOf = (limit: StreamLimit): string => `${limit} ${owners[limit]}`;
    const full = refusals.find(({ limit }) => this.#count(nameOf(limit)) >= limits[limit].amount);
    if (full) {
      const { limit, of, advice, retryAfter } = full;
      if (isShared(limit)) this.#onExhausted(limit, owners[limit]);
      const message = `More than ${limits[limit].amount.toLocaleString("en-US")} streams ${of}. ${advice}`;
      throw new ReferralsError("rate_limit_exceeded", message, { retryAfter });
    }
    const names = refusals.map(({ limit }) => nameOf(limit));
    for (const name of names) this.#open.set(name, this.#count(name) + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      for (const name of names) {
        const left = this.#count(name) - 1;
        if (left > 0) this.#open.set(name, left);
        else this.#open.delete(name);
      }
    };
  }

  #count(name: string): number {
    return this.#open.get(name) ?? 0;
  }
}

function isShared(limit: StreamLimit): limit is StreamLimit & SharedLimit {
  return limit in sharedLimits;
}
