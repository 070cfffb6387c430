import { readFile } from "node:fs/promises";
import { Hono } from "hono";

/**
 * `/assets/analytics.js`, the browser script. Pages name it without a version, so it is kept for an hour only.
 * @param file the built script
 */
export function createAnalyticsScript(file: string): Hono {
  let text: Promise<string> | undefined;
  const route = new Hono();
  route.get("/assets/analytics.js", async (c) => {
    text ??= readFile(file, "utf8");
    const script = await text.catch(() => (text = undefined));
    if (script === undefined) return c.notFound();
    return c.body(script, 200, {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
      "Access-Control-Allow-Origin": "*",
      "Cross-Origin-Resource-Policy": "cross-origin",
      "X-Content-Type-Options": "nosniff",
    });
  });
  return route;
}
