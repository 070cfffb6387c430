import { availableParallelism } from "node:os";
import { addressBucket } from "../middleware/client-address.ts";

/** A check is 30 to 40 ms of a processor; one processor stays for everybody else. */
const MOST_AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1));
/** As many as an address may try on a link. */
const MOST_OF_ADDRESS = 10;
/** Some two seconds of checks: whoever waited longer would have gone. */
const MOST_WAITING = 64;

/**
 * Passwords are checked a few at a time, in the order they came: checks of many at once would take processors, threads and connections from
 * those who follow other links. What does not fit is told to wait, an address first that sends more than one can type.
 */
export class CheckQueue {
  readonly #ofAddress = new Map<string, number>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @returns what the check answers; `undefined` where there is no place for it */
  async run<T>(from: string, check: () => Promise<T>): Promise<T | undefined> {
    const address = addressBucket(from);
    const own = this.#ofAddress.get(address) ?? 0;
    if (own >= MOST_OF_ADDRESS || this.#waiting.length >= MOST_WAITING) return undefined;
    this.#ofAddress.set(address, own + 1);
    try {
      if (this.#running >= MOST_AT_ONCE) await new Promise<void>((go) => this.#waiting.push(go));
      else this.#running += 1;
      return await check();
    } finally {
      this.#leave(address);
    }
  }

  /** The place goes to who waits longest. */
  #leave(address: string): void {
    const left = (this.#ofAddress.get(address) ?? 1) - 1;
    if (left === 0) this.#ofAddress.delete(address);
    else this.#ofAddress.set(address, left);
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }
}
