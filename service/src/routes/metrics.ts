import { createHash, timingSafeEqual } from "node:crypto";
import { Hono, type Context } from "hono";
import type { Bindings } from "../middleware/request-address.ts";
import type { Config } from "../config.ts";
import type { Metrics } from "../metrics.ts";
import { present } from "../present.ts";

const forwarding = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

/**
 * `GET /metrics`: for callers with `METRICS_TOKEN` as bearer. Without that setting, only for this machine, under its own name, and only if
 * no proxy is configured: a proxy that adds no header looks like this machine. All others get 404.
 */
export function createMetricsRoute(
  metrics: Pick<Metrics, "text" | "contentType">,
  { metricsToken, trustedProxies }: Pick<Config, "metricsToken" | "trustedProxies">,
): Hono<{ Bindings: Bindings }> {
  const route = new Hono<{ Bindings: Bindings }>();
  const isThisMachine = (c: Context<{ Bindings: Bindings }>): boolean =>
    trustedProxies.length === 0 &&
    isLoopback(c.env?.incoming?.socket?.remoteAddress) &&
    /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(c.req.header("host") ?? "") &&
    !forwarding.some((name) => c.req.header(name) !== undefined);
  route.get("/metrics", async (c) => {
    const allowed =
      metricsToken === undefined
        ? isThisMachine(c)
        : isSame(c.req.header("authorization") ?? "", `Bearer ${metricsToken}`);
    if (!allowed) return c.notFound();
    return c.body(await metrics.text(), 200, { "Content-Type": metrics.contentType, "Cache-Control": "no-store" });
  });
  return route;
}

function isLoopback(address = ""): boolean {
  return address === "::1" || /^(::ffff:)?127\./.test(address);
}

/** Compares in constant time. */
function isSame(given: string, wanted: string): boolean {
  const [a, b] = [given, wanted].map((text) => createHash("sha256").update(text).digest());
  return timingSafeEqual(present(a, "the given token"), present(b, "the token"));
}
