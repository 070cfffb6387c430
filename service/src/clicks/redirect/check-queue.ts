import { availableParallelism } from "node:os";
import { Gate } from "../../middleware/admission.ts";
import { addressBucket } from "../../middleware/client-address.ts";

/** A check takes a processor for 30 to 40 ms; one processor stays free for other work. */
const MOST_AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1));
/** As many as the tries of one address on a link. */
const MOST_OF_ADDRESS = 10;
/** About two seconds of checks: a visitor does not wait longer. */
const MOST_WAITING = 64;

/**
 * Checks passwords a few at a time: many parallel checks would take processors, threads and connections from visitors of other links. A
 * full queue answers "wait"; an address that sends more than a person can type gets that answer first.
 */
export class CheckQueue {
  readonly #gate = new Gate({
    places: MOST_AT_ONCE,
    perCaller: MOST_AT_ONCE,
    perWorkspace: MOST_AT_ONCE,
    waiting: MOST_WAITING,
    waitingPerCaller: MOST_OF_ADDRESS - MOST_AT_ONCE,
    waitingPerWorkspace: MOST_OF_ADDRESS - MOST_AT_ONCE,
    waitMs: 60_000,
  });

  /** @returns the result of the check; `undefined` when the queue is full */
  async run<T>(from: string, check: () => Promise<T>): Promise<T | undefined> {
    const address = addressBucket(from);
    const leave = await this.#gate.enter({ caller: address, workspace: address }).catch(() => undefined);
    if (!leave) return undefined;
    try {
      return await check();
    } finally {
      leave();
    }
  }
}
