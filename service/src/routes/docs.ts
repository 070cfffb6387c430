import { Hono } from "hono";
import { errorPage } from "../docs/error-guide.ts";
import type { Schema } from "../docs/fields.ts";
import { pageHeaders } from "../docs/page.ts";
import { reference } from "../docs/reference.ts";

/**
 * `/docs` and `/docs/errors#<code>`: the reference for people, generated from the API description; it needs no network and no script.
 * @param readDescription the description as `GET /openapi.json` answers it
 */
export function createDocs(readDescription: () => Promise<Schema>): Hono {
  let text: string | undefined;
  const errors = errorPage();
  const docs = new Hono({ strict: false });
  docs.get("/docs", async (c) => {
    text ??= reference(await readDescription());
    return c.html(text, 200, pageHeaders);
  });
  docs.get("/docs/errors", (c) => c.html(errors, 200, pageHeaders));
  return docs;
}
