import { availableParallelism } from "node:os";
import { Gate } from "../../middleware/admission.ts";
import { addressBucket } from "../../middleware/client-address.ts";

/** A check is 30 to 40 ms of a processor; one processor stays for everybody else. */
const MOST_AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1));
/** As many as an address may try on a link. */
const MOST_OF_ADDRESS = 10;
/** Some two seconds of checks: whoever waited longer would have gone. */
const MOST_WAITING = 64;

/**
 * Passwords are checked a few at a time: checks of many at once would take processors, threads and connections from those who follow other
 * links. What does not fit is told to wait, an address first that sends more than one can type.
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

  /** @returns what the check answers; `undefined` where there is no place for it */
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
