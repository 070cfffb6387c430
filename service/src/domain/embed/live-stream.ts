import type { EnrollmentStatus } from "referrals-embed/contract";
import type { EmbedSession } from "./session.ts";

const heartbeatMs = 15_000;
const encoder = new TextEncoder();
const retry = [encoder.encode("retry: 3000\n\n")];
const heartbeat = [encoder.encode(": \n\n")];
/** A piece that the connection has taken can no longer be taken back. */
const pieceBytes = 64 * 1024;

/** Text as the pieces that streams are sent; encoded once, it is shared by all of them. */
export function piecesOf(text: string): Uint8Array[] {
  const bytes = encoder.encode(text);
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; from += pieceBytes) pieces.push(bytes.subarray(from, from + pieceBytes));
  return pieces;
}

/** One open event stream: what its client knows, and what waits for it. */
export class LiveStream {
  readonly session: EmbedSession;
  readonly tokenId: string;
  readonly body: ReadableStream<Uint8Array>;
  status: EnrollmentStatus | undefined;
  /** `new` has been told nothing, `current` all that streams of its enrollment were, `behind` nothing since `since`. */
  place: "new" | "current" | "behind";
  /** Changes before this moment are known to the client. */
  since: number;
  /** Whether `expiring` was sent. */
  warned = false;
  /** Since when more waits than may. */
  slowSince: number | undefined;
  readonly #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #isAsked = false;
  #isEnding = false;
  #writtenAt: number;
  readonly #onClose: () => void;

  constructor(
    session: EmbedSession & { id: string },
    { since, nowMs, place }: { since: number; nowMs: number; place: "new" | "behind" },
    onClose: () => void,
  ) {
    this.session = session;
    this.tokenId = session.id;
    this.#onClose = onClose;
    this.since = since;
    this.place = place;
    this.#writtenAt = nowMs;
    // Without a queue of its own: what is in there could not be thrown away when nobody reads it.
    const queue = { highWaterMark: 0 };
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => void (this.#controller = controller),
        pull: () => {
          this.#isAsked = true;
          this.#pass();
        },
        cancel: () => {
          this.#controller = undefined;
          this.drop();
        },
      },
      queue,
    );
    this.write(retry, nowMs);
  }

  /** Bytes that the connection has not taken. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  write(pieces: readonly Uint8Array[], nowMs: number): void {
    if (pieces.length === 0 || this.#isEnding) return;
    this.#writtenAt = nowMs;
    for (const piece of pieces) {
      this.#waiting.push(piece);
      this.#waitingBytes += piece.length;
    }
    this.#pass();
  }

  /** Keeps proxies from closing a silent connection. */
  beat(nowMs: number): void {
    if (nowMs - this.#writtenAt >= heartbeatMs) this.write(heartbeat, nowMs);
  }

  /** Ends after what waits. */
  end(): void {
    const ended = this.#isEnding;
    this.#isEnding = true;
    this.#pass();
    // Once: the client that leaves afterwards must not close what has its place by then.
    if (!ended) this.#onClose();
  }

  /** Ends at once, in the middle of an event too: the client goes on from its last id. */
  drop(): void {
    this.#waiting.length = 0;
    this.#waitingBytes = 0;
    this.end();
  }

  #pass(): void {
    const piece = this.#isAsked ? this.#waiting.shift() : undefined;
    if (piece) {
      this.#isAsked = false;
      this.#waitingBytes -= piece.length;
      this.#controller?.enqueue(piece);
    } else if (this.#isEnding && this.#waiting.length === 0) {
      this.#controller?.close();
      this.#controller = undefined;
    }
  }
}
