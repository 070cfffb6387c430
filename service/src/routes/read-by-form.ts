import type { Hono } from "hono";
import { ReferralsError } from "referrals-embed/contract";
import { ways } from "../bounds.ts";
import { errorAnswer } from "../middleware/errors.ts";
import { mediaType, readBody } from "../middleware/read-body.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Runtime } from "./run-endpoint.ts";

/** @throws bad_request for more fields than any read has parameters */
async function readForm(request: Request, from: string): Promise<URLSearchParams> {
  const form = new URLSearchParams(new TextDecoder().decode(await readBody(request, from, ways.form.bytes)));
  if (form.size <= ways.form.parts) return form;
  throw new ReferralsError(
    "bad_request",
    `The form has more than ${ways.form.parts} fields. Send less in one request.`,
  );
}

const FORM = "application/x-www-form-urlencoded";

/**
 * Accepts the reads of a dashboard as forms that carry the token (RFC 6750, 2.2) and the query. A page of another origin may send a form at
 * once; an `Authorization` header would need a preflight, a round trip for each address. The handler of the `GET` answers it.
 */
export function serveReadsByForm(api: Hono, endpoints: readonly Endpoint[], runtime: Runtime): void {
  const reads = endpoints.filter(({ row }) => row.auth === "embed" && row.method === "GET" && !row.path.includes("{"));
  for (const { row } of reads)
    api.use(row.path, async (c, next) => {
      const isForm = c.req.method === "POST" && mediaType(c.req.header("content-type")) === FORM;
      if (!isForm || c.req.header("authorization") !== undefined) return next();
      try {
        const form = await readForm(c.req.raw, runtime.addressOf(c));
        const token = form.get("access_token");
        form.delete("access_token");
        const headers = new Headers(c.req.raw.headers);
        for (const name of ["content-type", "content-length", "transfer-encoding"]) headers.delete(name);
        // A value that no header can carry is not one of our tokens: the call gets the answer for an unknown token.
        if (token !== null) headers.set("Authorization", `Bearer ${/^[\x21-\x7e]+$/.test(token) ? token : "-"}`);
        const { signal } = c.req.raw;
        return await api.fetch(new Request(new URL(`${row.path}?${form}`, c.req.url), { headers, signal }), c.env);
      } catch (error) {
        return errorAnswer(c, error, runtime);
      }
    });
}
