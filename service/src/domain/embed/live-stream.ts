import type { EnrollmentStatus, StreamEvent } from "referrals-embed/contract";
import type { EmbedSession } from "./session.ts";

const heartbeatMs = 15_000;
const encoder = new TextEncoder();

/** One open event stream: what was last sent, and how to write to it. */
export class LiveStream {
  readonly session: EmbedSession;
  readonly tokenId: string;
  readonly body: ReadableStream<Uint8Array>;
  status: EnrollmentStatus | undefined;
  figures: string | undefined;
  showsPayouts = false;
  /** Whether `expiring` was sent. */
  warned = false;
  /** Changes before this moment are known to the client. */
  since: number;
  readonly #shown = new Map<string, string>();
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #writtenAt: number;

  constructor(
    session: EmbedSession,
    { tokenId, since, nowMs }: { tokenId: string; since: number; nowMs: number },
    onClose: () => void,
  ) {
    this.session = session;
    this.tokenId = tokenId;
    this.since = since;
    this.#writtenAt = nowMs;
    this.body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
        controller.enqueue(encoder.encode("retry: 3000\n\n"));
      },
      cancel: () => {
        this.#controller = undefined;
        onClose();
      },
    });
  }

  /** Writes an event; its id is the moment of its data, so that a new connection can resume from it. */
  send({ event, data }: StreamEvent, nowMs: number): void {
    this.#write(`id: ${nowMs}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`, nowMs);
  }

  /** Writes a record unless the client has exactly this version already. */
  sendOnce(message: Extract<StreamEvent, { data: { id: string } }>, nowMs: number): void {
    const text = JSON.stringify(message.data);
    if (this.#shown.get(message.data.id) === text) return;
    this.#shown.set(message.data.id, text);
    this.send(message, nowMs);
  }

  /** Keeps proxies from closing a silent connection. */
  beat(nowMs: number): void {
    if (nowMs - this.#writtenAt >= heartbeatMs) this.#write(": \n\n", nowMs);
  }

  close(): void {
    this.#controller?.close();
    this.#controller = undefined;
  }

  #write(text: string, nowMs: number): void {
    this.#writtenAt = nowMs;
    this.#controller?.enqueue(encoder.encode(text));
  }
}
