import type { MiddlewareHandler } from "hono";

/** Echoes a caller's id if it is safe in a header and a log line. */
const acceptable = /^[A-Za-z0-9_-]{1,64}$/;

/** Gives every answer its `X-Request-Id` and `X-Content-Type-Options`; the id is also in the `requestId` variable. */
export function requestId(random: (length: number) => string): MiddlewareHandler {
  return async (c, next) => {
    const given = c.req.header("x-request-id");
    const known = c.get("requestId") as string | undefined;
    const id = known ?? (given !== undefined && acceptable.test(given) ? given : `req_${random(20)}`);
    c.set("requestId", id);
    c.header("X-Request-Id", id);
    c.header("X-Content-Type-Options", "nosniff");
    await next();
  };
}
