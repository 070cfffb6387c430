import { sharedLimits, type SharedLimit } from "./limits.ts";

const names = Object.keys(sharedLimits) as SharedLimit[];

/** How long an exhausted limit is told of after the last request it refused, and one line of the log stands for the others. */
const toldMs = 60_000;

/**
 * Which shared totals refuse requests. A total over all addresses can be exhausted on purpose, so it is never silent: it is told in the
 * log, once a minute for each of its keys or links, in `/metrics` and in `/ready`.
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

  /** Notes a request refused by a total; `subject` is the id of the key or link that the total is of. */
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

  /** Totals that refused a request in the last minute, in words that name nobody. */
  current(): string[] {
    const since = this.#now() - toldMs;
    return names.filter((name) => (this.#refused.get(name)?.lastAt ?? 0) > since).map((name) => sharedLimits[name]);
  }
}
