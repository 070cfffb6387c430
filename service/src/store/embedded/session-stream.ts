import { Duplex } from "node:stream";
import type { EmbeddedServer } from "./embedded-server.ts";

/** First bytes of the messages after which a backend answers: Sync, Query, Flush, CopyDone, CopyFail, Terminate. */
const syncPoints = new Set([..."SQHcfX"].map((letter) => letter.charCodeAt(0)));

const isStartup = (message: Buffer): boolean => message[0] === 0;

type Done = (error?: Error | null) => void;

/**
 * The "socket" that `pg` writes to: one session of the embedded database. Messages are gathered to the next sync point, because
 * each hand-over to the worker costs more than the statement itself.
 */
export class SessionStream extends Duplex {
  readonly #server: EmbeddedServer;
  #gathered: Buffer[] = [];

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
    this.#server.exec(bytes).then(
      (answer) => this.push(answer),
      (error: Error) => this.destroy(error),
    );
  }
}
