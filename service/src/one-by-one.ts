import { setImmediate } from "node:timers/promises";

/** Runs pieces of work one after the other, and lets other work of this thread run in between. */
export class OneByOne {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(() => setImmediate()).then(work);
    this.#last = done.catch(() => {});
    return done;
  }
}
