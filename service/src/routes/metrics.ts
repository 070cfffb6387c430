import { createHash, timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import type { Bindings } from "../app.ts";
import type { Metrics } from "../metrics.ts";
import { present } from "../present.ts";

const forwarding = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

/**
 * `GET /metrics`: for whoever shows `METRICS_TOKEN` as bearer; without that setting for this machine itself, by
 * a connection no proxy stands in. For everybody else there is no such address.
 */
export function createMetricsRoute(
  metrics: Pick<Metrics, "text" | "contentType">,
  token: string | undefined,
): Hono<{ Bindings: Bindings }> {
  const route = new Hono<{ Bindings: Bindings }>();
  route.get("/metrics", async (c) => {
    const allowed =
      token === undefined
        ? isLoopback(c.env?.incoming?.socket?.remoteAddress) &&
          !forwarding.some((name) => c.req.header(name) !== undefined)
        : isSame(c.req.header("authorization") ?? "", `Bearer ${token}`);
    if (!allowed) return c.notFound();
    return c.body(await metrics.text(), 200, { "Content-Type": metrics.contentType, "Cache-Control": "no-store" });
  });
  return route;
}

function isLoopback(address = ""): boolean {
  return address === "::1" || /^(::ffff:)?127\./.test(address);
}

/** Compares without telling by its time how much is right. */
function isSame(given: string, wanted: string): boolean {
  const [a, b] = [given, wanted].map((text) => createHash("sha256").update(text).digest());
  return timingSafeEqual(present(a, "the given token"), present(b, "the token"));
}
