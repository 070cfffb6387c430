import { Duplex } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { EmbeddedServer } from "./embedded-server.ts";

/** First bytes of the messages after which a backend answers: Sync, Query, Flush, CopyDone, CopyFail, Terminate. */
const syncPoints = new Set([..."SQHcfX"].map((letter) => letter.charCodeAt(0)));

const isStartup = (message: Buffer): boolean => message[0] === 0;

/** Bytes of an answer that are read at once. With all 25,000 rows of a partner in one piece, reading would hold the event loop for 0.3 s. */
const PIECE = 65_536;

type Done = (error?: Error | null) => void;

/**
 * The "socket" that `pg` writes to: one session of the embedded database. Messages are gathered to the next sync point, because
 * each hand-over to the worker costs more than the statement itself.
 */
export class SessionStream extends Duplex {
  readonly #server: EmbeddedServer;
  #gathered: Buffer[] = [];
  /** When all answers so far are handed over. */
  #handedOver: Promise<void> = Promise.resolve();

  constructor(server: EmbeddedServer) {
    super();
    this.#server = server;
  }

  /** Part of the socket interface that `pg` uses. */
  connect(): this {
    this.#server.start().then(
      () => this.emit("connect"),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(message: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#send([message], done);
  }

  override _writev(messages: { chunk: Buffer }[], done: Done): void {
    this.#send(
      messages.map(({ chunk }) => chunk),
      done,
    );
  }

  override _final(done: Done): void {
    done();
    const end = (): unknown => this.destroy();
    this.#server.reset().then(end, end);
  }

  #send(messages: Buffer[], done: Done): void {
    this.#gathered.push(...messages);
    const last = messages.at(-1);
    done();
    if (!last || !(isStartup(last) || syncPoints.has(last[0] ?? 0))) return;
    const bytes = Buffer.concat(this.#gathered);
    this.#gathered = [];
    if (bytes[0] === "X".charCodeAt(0)) return;
    const answer = this.#server.exec(bytes);
    // The last answer's pieces first: `pg` sends a statement before it has read the answer to the one before.
    this.#handedOver = Promise.all([answer, this.#handedOver]).then(
      ([whole]) => this.#handOver(whole),
      (error: Error) => void this.destroy(error),
    );
  }

  async #handOver(answer: Uint8Array): Promise<void> {
    for (let from = 0; from < answer.length; from += PIECE) {
      if (from > 0) await setImmediate();
      if (this.destroyed) return;
      this.push(answer.subarray(from, from + PIECE));
    }
  }
}
