/** Loaded before the service, in each of its threads: adds to the clock the milliseconds that the file `MOVED_CLOCK` holds. */
import { readFileSync } from "node:fs";

const RealDate = Date;
const realNow = Date.now;
let offset = 0;
const read = () => {
  try {
    offset = Number(readFileSync(process.env.MOVED_CLOCK, "utf8")) || 0;
  } catch {
    // It is being written.
  }
};
read();
setInterval(read, 50).unref();
const now = () => realNow() + offset;

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(now());
    else super(...given);
  }
  static now() {
    return now();
  }
};
