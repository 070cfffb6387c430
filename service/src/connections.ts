import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ways } from "./bounds.ts";
import type { UnreadAnswers } from "./unread-answers.ts";

/** How long a connection may take, in milliseconds. */
export interface ConnectionTimes {
  /** Until its head has come. */
  head: number;
  /** Until a request with its body has come. */
  request: number;
  /** Without a byte in either direction: the client sends nothing, or reads nothing of its answer. Streams send something every 15 s. */
  silence: number;
  /** While the service itself works on an answer, such as a report of minutes: the client has nothing to send or read. */
  answer: number;
}

const times: ConnectionTimes = { head: 20_000, request: 60_000, silence: 75_000, answer: 600_000 };

/**
 * Bounds of a server's connections. A request without `Host` gets the API's 400 instead of Node's. A connection is kept between requests for
 * longer than nginx keeps it, 60 s: else a proxy sends a POST on one that is just being ended, and its client gets a 502.
 */
export function serverOptions({ head, request, silence }: ConnectionTimes = times): ServerOptions {
  const connectionsCheckingInterval = Math.max(100, head / 10);
  const bytes = { maxHeaderSize: ways.head.bytes, requireHostHeader: false };
  const ends = { headersTimeout: head, requestTimeout: request, keepAliveTimeout: silence };
  return { ...bytes, ...ends, connectionsCheckingInterval };
}

/** Ends idle connections: half-open ones would stay as long as their peer wants. */
export function boundConnections(server: Server, { silence, answer }: ConnectionTimes = times): void {
  server.maxHeadersCount = ways.head.parts;
  const worked = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse; since: number }>();
  server.on("request", (request, response) =>
    worked.set(request.socket, { request, response, since: performance.now() }),
  );
  server.setTimeout(silence, (socket) => {
    const last = worked.get(socket);
    const isOurTurn = last?.request.complete && !last.response.writableEnded && socket.writableLength === 0;
    if (isOurTurn && performance.now() - last.since < answer) socket.setTimeout(silence);
    else socket.destroy();
  });
  answerHalfClosed(server);
}

/** How long an answer may take whose client has closed its own side. */
const HALF_CLOSED_MS = 1_000;

/**
 * Answers what was asked completely before the client closed its own side; otherwise Node ends the connection without an answer. Only for
 * a moment: a client that has gone for good looks the same, and its report would be computed to the end.
 */
function answerHalfClosed(server: Server): void {
  // Node documents no option for this. Where it has none, such clients get no answer.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("connection", (socket: Socket) => {
    socket.once("end", () => {
      const timer = setTimeout(() => socket.destroy(), HALF_CLOSED_MS).unref();
      socket.once("close", () => clearTimeout(timer));
    });
  });
}

/**
 * After the shutdown began, requests are accepted until none has come for a moment, and for so many moments at most: otherwise requests on
 * their way would be reset.
 */
const GRACE = { ms: 250, moments: 8 };
/** How long clients may take to read finished answers. */
const READ_MS = 3_000;

/** Requests that a connection may have open at once. No client and no proxy in use sends the next one before an answer. */
const MOST_AT_ONCE = 8;

/** Number of chunks of any size in a body, and minimum bytes for each further chunk. */
const SMALL_CHUNKS = { free: 200, bytes: 64 };

/**
 * Ends a connection whose body comes in tiny chunks: each costs the parser the same few microseconds, so a megabyte in single bytes would
 * block the process for seconds. An honest client's small writes are joined by its operating system.
 */
function boundChunks(request: IncomingMessage): void {
  let chunks = 0;
  let bytes = 0;
  const push = request.push.bind(request);
  request.push = (chunk: Buffer | null, ...more) => {
    // The rest of a read piece is still parsed.
    if (request.destroyed) return false;
    chunks += 1;
    bytes += chunk?.length ?? 0;
    if (chunks <= SMALL_CHUNKS.free + bytes / SMALL_CHUNKS.bytes) return push(chunk, ...more);
    request.destroy();
    return false;
  };
}

/** How long a client may read an answer to a request whose body it still sends. */
const READ_EARLY_MS = 1_000;

/**
 * Ends a connection that is answered before its body has come in chunks: the rest would be parsed chunk by chunk and thrown away, which no
 * bound counts. The answer has been written; the client gets a moment to read it.
 */
function endUnreadChunks(request: IncomingMessage, response: ServerResponse): void {
  response.once("finish", () => {
    if (request.complete) return;
    const { socket } = request;
    socket.end();
    // Not at once: Node itself resumes reading after an early answer.
    setImmediate(() => socket.pause());
    setTimeout(() => socket.destroy(), READ_EARLY_MS).unref();
  });
}

/** How often it is looked for answers that are not read. */
const UNREAD_MS = 1_000;

/** The entrance of a server, which can be closed without cutting off current callers. */
export interface Entrance {
  listener: RequestListener;
  /** Whether it is being closed. */
  isClosing(): boolean;
  /**
   * Accepts requests for a moment more, each the last of its connection, then none. Resolves when all connections have ended; streams and
   * slow readers are cut some seconds after `worked`.
   * @param worked resolves when no request is in progress
   */
  close(worked: () => Promise<void>): Promise<void>;
}

export function createEntrance(server: Server, listener: RequestListener, unread: UnreadAnswers): Entrance {
  /** Requests that are open, by connection. */
  const open = new Map<Socket, Set<ServerResponse>>();
  const looks = setInterval(() => unread.endSlow(open), UNREAD_MS).unref();
  server.once("close", () => clearInterval(looks));
  let isClosing = false;
  let hasCome = false;
  const untilQuiet = async (): Promise<void> => {
    for (let moment = 0; moment < GRACE.moments; moment += 1) {
      hasCome = false;
      await pause(GRACE.ms);
      if (!hasCome) return;
    }
  };
  const openOf = (socket: Socket): Set<ServerResponse> => {
    const known = open.get(socket);
    if (known) return known;
    const own = new Set<ServerResponse>();
    open.set(socket, own);
    // Ends all requests of a closed connection: an answer queued behind another gets no close event and would be kept forever.
    socket.once("close", () => open.delete(socket));
    return own;
  };
  const endWithThis = (response: ServerResponse): void => {
    if (!response.headersSent) response.setHeader("Connection", "close");
  };
  return {
    listener: (request, response) => {
      const { socket } = request;
      // Requests in the same piece behind the one that ended the connection are still reported.
      if (socket.destroyed) return;
      const own = openOf(socket);
      // Answers to all would wait in memory: a thousand requests are 55 kB, their answers may be 700 MB.
      if (own.size >= MOST_AT_ONCE) return void socket.destroy();
      own.add(response);
      response.once("close", () => own.delete(response));
      if (request.headers["transfer-encoding"] !== undefined) {
        boundChunks(request);
        endUnreadChunks(request, response);
      }
      hasCome = true;
      if (isClosing) endWithThis(response);
      listener(request, response);
    },
    isClosing: () => isClosing,
    close: async (worked) => {
      isClosing = true;
      for (const own of open.values()) for (const response of own) endWithThis(response);
      await untilQuiet();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const cut = worked().then(async () => {
        await Promise.race([closed, pause(READ_MS)]);
        server.closeAllConnections();
      });
      await Promise.all([closed, cut]);
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref());
}
