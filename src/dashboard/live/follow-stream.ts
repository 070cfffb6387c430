import { errorCode, retryAfterOf } from "../embed-error.ts";
import { readEvents, type ReceivedEvent } from "./read-events.ts";

/** Settings of {@link followStream}. */
export interface StreamOptions {
  /** Opens the stream; goes on after `lastEventId` where that is not too long ago. */
  open: (lastEventId: string | undefined, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
  onEvent: (event: ReceivedEvent) => void;
  /** No stream after several attempts: read the figures instead. */
  onMissed: () => void;
  /** 0..1, spreads the return of many clients. Default `Math.random`. */
  random?: () => number;
}

const RETRY_MS = 3_000;
const RETRY_AT_MOST_MS = 60_000;
/** Heartbeats come every 15 s: after three missed ones the connection counts as dead, even without a network error. */
const SILENT_MS = 45_000;

/**
 * Follows an event stream; answers its undo. Requirements:
 * 1. Connected only while the page is visible and online; hidden, offline or undone, nothing is open and no timer runs.
 * 2. A stream that ends, breaks or falls silent is opened again after its last event: in 3 s, then twice as long each
 *    time, up to a minute. A longer `Retry-After` holds.
 * 3. After three failed attempts the caller polls: each further attempt calls `onMissed`.
 * 4. A 403 is final, because the program shows no live figures; so is a 401, because the client has renewed the token already.
 */
export function followStream({ open, onEvent, onMissed, random = Math.random }: StreamOptions): () => void {
  let lastEventId: string | undefined;
  let failures = 0;
  let isFinal = false;
  let current: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const close = (): void => {
    clearTimeout(timer);
    timer = undefined;
    current?.abort();
    current = undefined;
  };
  const later = (waitMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(connect, waitMs);
  };
  const connect = async (): Promise<void> => {
    const mine = new AbortController();
    current = mine;
    const alive = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => mine.abort(new Error("silent")), SILENT_MS);
    };
    alive();
    let error: unknown;
    try {
      for await (const event of readEvents(await open(lastEventId, mine.signal), alive)) {
        if (current !== mine) return;
        failures = 0;
        lastEventId = event.id ?? lastEventId;
        onEvent(event);
      }
    } catch (thrown) {
      error = thrown;
    }
    if (current !== mine) return;
    close();
    isFinal = error !== undefined && ["forbidden", "unauthorized"].includes(errorCode(error));
    if (isFinal) return;
    if (++failures > 3) onMissed();
    const backOff = Math.min(RETRY_MS * 2 ** (failures - 1), RETRY_AT_MOST_MS) * (0.75 + random() / 2);
    later(Math.max(backOff, (retryAfterOf(error) ?? 0) * 1000));
  };
  const connectOrClose = (): void => {
    if (document.visibilityState !== "visible" || !navigator.onLine) close();
    else if (!current && !isFinal) {
      clearTimeout(timer);
      void connect();
    }
  };
  document.addEventListener("visibilitychange", connectOrClose);
  window.addEventListener("online", connectOrClose);
  window.addEventListener("offline", connectOrClose);
  // A microtask later, so that StrictMode's immediate second mount opens one stream.
  queueMicrotask(connectOrClose);
  return () => {
    isFinal = true;
    document.removeEventListener("visibilitychange", connectOrClose);
    window.removeEventListener("online", connectOrClose);
    window.removeEventListener("offline", connectOrClose);
    close();
  };
}
