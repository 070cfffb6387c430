import type { OpenAPIHono } from "@hono/zod-openapi";
import { operations } from "referrals-embed/contract";
import { errorAnswer } from "../middleware/errors.ts";
import { readBody } from "../middleware/read-body.ts";
import type { Runtime } from "./run-endpoint.ts";

const { path } = operations["embed.bootstrap"];
const FORM = "application/x-www-form-urlencoded";

/**
 * The dashboard's first read as a form that carries the token (RFC 6750, 2.2) beside the query. A page of another origin may send it
 * at once, where an `Authorization` header would make the browser ask for leave first, a whole round trip. It is answered as the
 * `GET` is, by the same handler.
 */
export function serveReadByForm(api: OpenAPIHono, runtime: Runtime): void {
  api.post(path, async (c, next) => {
    const [type] = (c.req.header("content-type") ?? "").split(";", 1);
    if (type?.trim().toLowerCase() !== FORM) return next();
    try {
      const form = new URLSearchParams(new TextDecoder().decode(await readBody(c.req.raw)));
      const token = form.get("access_token");
      form.delete("access_token");
      const headers = new Headers(c.req.raw.headers);
      for (const name of ["content-type", "content-length", "transfer-encoding"]) headers.delete(name);
      if (token !== null) headers.set("Authorization", `Bearer ${token}`);
      return await api.fetch(new Request(new URL(`${path}?${form}`, c.req.url), { headers }), c.env);
    } catch (error) {
      return errorAnswer(c, error, runtime);
    }
  });
}
