import { load } from "./load.ts";

/** Visits links of a service on 127.0.0.1 when told so, from a process of its own, and says how long they waited. */
process.on("message", async ({ port, durationMs }: { port: number; durationMs: number }) => {
  const request = (n: number): string =>
    `GET /k${n % 1000} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: Mozilla/5.0 Chrome/140.0.0.0\r\nX-Forwarded-For: 10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}\r\n\r\n`;
  process.send?.(await load({ port, durationMs, connections: 4, request }));
});
