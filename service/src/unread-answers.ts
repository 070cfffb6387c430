import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Log } from "./app-deps.ts";
import { ways } from "./bounds.ts";

/** Requests of connections that are open. */
export type OpenAnswers = ReadonlyMap<Socket, ReadonlySet<ServerResponse>>;

interface Waiting {
  bytes: number;
  from: string;
}

/**
 * Answers that wait in memory until their clients read them. A client that reads a few bytes now and then is never silent, so that it keeps
 * an answer of megabytes for as long as it likes; hundreds of them would take all memory.
 */
export class UnreadAnswers {
  readonly #addressOf: (request: IncomingMessage) => string;
  readonly #log: Log;
  readonly #most: { bytesOfAddress: number; bytes: number };
  /** Those that have waited longest come first. */
  readonly #waiting = new Map<Socket, Waiting>();

  constructor(addressOf: (request: IncomingMessage) => string, log: Log, most = ways.unreadAnswers) {
    this.#addressOf = addressOf;
    this.#log = log;
    this.#most = most;
  }

  /**
   * Ends connections of addresses for which too much waits, then of all while too much waits in total, those that have waited longest
   * first: whoever reads is done long before.
   */
  endSlow(open: OpenAnswers): void {
    this.#look(open);
    const before = this.#waiting.size;
    this.#endAboveBounds();
    const connections = before - this.#waiting.size;
    if (connections > 0)
      this.#log.error({ connections }, "Connections were ended whose clients did not read their answers");
  }

  #endAboveBounds(): void {
    const ofAddress = new Map<string, number>();
    for (const { bytes, from } of this.#waiting.values()) ofAddress.set(from, (ofAddress.get(from) ?? 0) + bytes);
    for (const [socket, { bytes, from }] of this.#waiting) {
      const all = ofAddress.get(from) ?? 0;
      if (all <= this.#most.bytesOfAddress) continue;
      ofAddress.set(from, all - bytes);
      this.#end(socket);
    }
    let total = 0;
    for (const { bytes } of this.#waiting.values()) total += bytes;
    for (const [socket, { bytes }] of this.#waiting) {
      if (total <= this.#most.bytes) return;
      total -= bytes;
      this.#end(socket);
    }
  }

  #look(open: OpenAnswers): void {
    for (const socket of this.#waiting.keys()) if (!open.has(socket)) this.#waiting.delete(socket);
    for (const [socket, responses] of open) {
      let bytes = 0;
      for (const response of responses) bytes += response.writableLength;
      if (bytes === 0) this.#waiting.delete(socket);
      else this.#waiting.set(socket, { bytes, from: this.#waiting.get(socket)?.from ?? this.#fromOf(responses) });
    }
  }

  #fromOf(responses: ReadonlySet<ServerResponse>): string {
    const [first] = responses;
    return first ? this.#addressOf(first.req) : "";
  }

  #end(socket: Socket): void {
    this.#waiting.delete(socket);
    socket.destroy();
  }
}
