import { connect, type Socket } from "node:net";
import { median, quantile } from "./stage/quantiles.ts";

/** What a round of load found. */
export interface LoadResult {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** 302 answers. */
  answered: number;
  /** Other answers, and requests that were due and not sent. */
  failed: number;
  /** Requests that were due and not sent. */
  unsent: number;
}

/** A round: so many keep-alive connections to 127.0.0.1, one request at a time on each, for so long. */
export interface LoadOptions {
  port: number;
  connections: number;
  durationMs: number;
  /** Request head number `n`, whole. */
  request: (n: number) => string;
}

const BLANK_LINE = Buffer.from("\r\n\r\n");

/** Sends load over plain sockets: an HTTP client would cost more than the server under test. */
export async function load({ port, connections, durationMs, request }: LoadOptions): Promise<LoadResult> {
  const latencies: number[] = [];
  let sent = 0;
  let failed = 0;
  const begun = performance.now();

  const drive = (socket: Socket): Promise<void> =>
    new Promise((resolve, reject) => {
      let sentAt = 0;
      const next = (): void => {
        sentAt = performance.now();
        socket.write(request(sent++));
      };
      socket
        .on("connect", next)
        .on("error", reject)
        .on("close", () => resolve());
      socket.on("data", (chunk: Buffer) => {
        // Answers are heads without bodies, each in one piece on a loopback.
        if (!chunk.subarray(-4).equals(BLANK_LINE)) return;
        const now = performance.now();
        if (chunk.subarray(9, 12).toString("latin1") === "302") latencies.push(now - sentAt);
        else failed += 1;
        if (now - begun < durationMs) next();
        else socket.destroy();
      });
    });

  await Promise.all(
    Array.from({ length: connections }, () => drive(connect({ port, host: "127.0.0.1", noDelay: true }))),
  );
  const seconds = (performance.now() - begun) / 1000;
  return {
    requestsPerSecond: latencies.length / seconds,
    p50Ms: median(latencies),
    p99Ms: quantile(latencies, 0.99),
    answered: latencies.length,
    failed,
    unsent: 0,
  };
}

/** Requests that come whether or not those before them are answered. */
export interface ArrivalOptions extends LoadOptions {
  perSecond: number;
}

/** Sends requests at a steady rate; each waits from the moment it was due, so a server that falls behind is seen to. */
export async function arrive({
  port,
  connections,
  durationMs,
  perSecond,
  request,
}: ArrivalOptions): Promise<LoadResult> {
  const latencies: number[] = [];
  const due: number[] = [];
  const idle: (() => void)[] = [];
  let sent = 0;
  let failed = 0;
  const open = (): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true });
      let dueAt: number | undefined;
      const next = (): void => {
        dueAt = due.shift();
        if (dueAt === undefined) return void idle.push(next);
        socket.write(request(sent++));
      };
      socket.on("connect", () => {
        idle.push(next);
        resolve(socket);
      });
      socket.on("error", reject);
      socket.on("data", (chunk: Buffer) => {
        if (dueAt === undefined || !chunk.subarray(-4).equals(BLANK_LINE)) return;
        if (chunk.subarray(9, 12).toString("latin1") === "302") latencies.push(performance.now() - dueAt);
        else failed += 1;
        next();
      });
    });
  const sockets = await Promise.all(Array.from({ length: connections }, open));
  const begun = performance.now();
  let arrived = 0;
  while (performance.now() - begun < durationMs) {
    for (const passed = performance.now() - begun; arrived < (passed / 1000) * perSecond; arrived++) {
      due.push(begun + (arrived / perSecond) * 1000);
      idle.shift()?.();
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  for (const socket of sockets) socket.destroy();
  const requestsPerSecond = latencies.length / (durationMs / 1000);
  return {
    requestsPerSecond,
    p50Ms: median(latencies),
    p99Ms: quantile(latencies, 0.99),
    answered: latencies.length,
    failed: failed + arrived - sent,
    unsent: arrived - sent,
  };
}
