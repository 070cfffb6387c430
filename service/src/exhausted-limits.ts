import { sharedLimits, type SharedLimit } from "./limits.ts";

const names = Object.keys(sharedLimits) as SharedLimit[];

/** How long an exhausted limit is reported after its last refusal; the log has one line per limit in this time. */
const toldMs = 60_000;

/**
 * The shared totals that refuse requests. An attacker can exhaust a total over all addresses, so it is always reported: in the log, once a
 * minute for each key or link, in `/metrics` and in `/ready`.
 */
export class ExhaustedLimits {
  readonly #now: () => number;
  readonly #log: (fields: object, message: string) => void;
  readonly #refused = new Map<SharedLimit, { times: number; lastAt: number }>();
  readonly #logged = new Map<string, number>();

  constructor(now: () => number, log: (fields: object, message: string) => void) {
    this.#now = now;
    this.#log = log;
  }

  /** Notes a request refused by a total; `subject` is the id of the total's key or link. */
  note(limit: SharedLimit, subject: string): void {
    const at = this.#now();
    this.#refused.set(limit, { times: this.times(limit) + 1, lastAt: at });
    const name = `${limit} ${subject}`;
    if (at - (this.#logged.get(name) ?? -Infinity) < toldMs) return;
    for (const [known, loggedAt] of this.#logged) if (at - loggedAt >= toldMs) this.#logged.delete(known);
    this.#logged.set(name, at);
    this.#log({ limit, subject }, sharedLimits[limit]);
  }

  /** How many requests a total has refused since the start. */
  times(limit: SharedLimit): number {
    return this.#refused.get(limit)?.times ?? 0;
  }

  /** Totals that refused a request in the last minute, in words without names. */
  current(): string[] {
    const since = this.#now() - toldMs;
    return names.filter((name) => (this.#refused.get(name)?.lastAt ?? 0) > since).map((name) => sharedLimits[name]);
  }
}
