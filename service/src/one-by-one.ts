import { setImmediate } from "node:timers/promises";

/** Does pieces of work one after the other, and lets whatever else waits for this thread in between. */
export class OneByOne {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(() => setImmediate()).then(work);
    this.#last = done.catch(() => {});
    return done;
  }
}
