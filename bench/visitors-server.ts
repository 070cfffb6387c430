import { arrive, load } from "./load.ts";

/** Visits links of a service on 127.0.0.1 when told so, from a process of its own, and says how long they waited. */
process.on("message", async ({ port, durationMs, perSecond }: VisitOptions) => {
  const request = (n: number): string =>
    `GET /k${(2 * n) % 1000} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: Mozilla/5.0 Chrome/140.0.0.0\r\nX-Forwarded-For: 10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}\r\n\r\n`;
  const visits =
    perSecond === undefined
      ? load({ port, durationMs, connections: 4, request })
      : arrive({ port, durationMs, perSecond, connections: 64, request });
  process.send?.(await visits);
});

/** Without `perSecond` on four connections, each visit as soon as the last one is answered. */
export interface VisitOptions {
  port: number;
  durationMs: number;
  perSecond?: number;
}
