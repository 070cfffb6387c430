import type { LiveStream } from "./live-stream.ts";

/** A stream for which more waits is sent nothing until its client has read, and then all at once. */
const mostWaitingBytes = 64 * 1024;
/** How long it may be so; the client then opens another one. */
const patienceMs = 30_000;
/** Beyond this in all streams the slow ones end at once. */
const mostWaitingInAll = 64 * 1024 * 1024;

/** Streams whose clients do not read: they are sent nothing, and end in the end, so that little waits in memory. */
export class SlowStreams {
  readonly #nowMs: number;
  #waitingBytes: number;

  constructor(streams: readonly LiveStream[], nowMs: number) {
    this.#nowMs = nowMs;
    this.#waitingBytes = streams.reduce((sum, stream) => sum + stream.waitingBytes, 0);
  }

  /** Whether too much waits for a stream; ends it when that has lasted, or too much waits in all. */
  has(stream: LiveStream): boolean {
    if (stream.waitingBytes <= mostWaitingBytes) {
      stream.slowSince = undefined;
      return false;
    }
    if (stream.place === "current") stream.place = "behind";
    stream.slowSince ??= this.#nowMs;
    if (this.#nowMs - stream.slowSince >= patienceMs || this.#waitingBytes > mostWaitingInAll) {
      this.#waitingBytes -= stream.waitingBytes;
      stream.drop();
    }
    return true;
  }
}
