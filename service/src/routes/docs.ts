import { Hono } from "hono";
import { errorPage } from "../docs/error-guide.ts";
import type { Schema } from "../docs/fields.ts";
import { pageHeaders } from "../docs/page.ts";
import { programFilePage, programFileSchema } from "../docs/program-file.ts";
import { reference } from "../docs/reference.ts";
import { trackingPage } from "../docs/tracking-guide.ts";

/**
 * `/docs`, `/docs/tracking`, `/docs/errors#<code>` and `/docs/program-file`: the reference for people, generated from the API description; it needs no network and no script.
 * @param readDescription the description as `GET /openapi.json` answers it
 * @param appUrl where browsers find this service
 */
export function createDocs(readDescription: () => Promise<Schema>, appUrl: string): Hono {
  let text: string | undefined;
  let programFileText: string | undefined;
  let schema: Schema | undefined;
  const errors = errorPage();
  const tracking = trackingPage(appUrl);
  const docs = new Hono({ strict: false });
  docs.get("/docs", async (c) => {
    text ??= reference(await readDescription());
    return c.html(text, 200, pageHeaders);
  });
  docs.get("/docs/program-file", (c) => c.html((programFileText ??= programFilePage()), 200, pageHeaders));
  docs.get("/docs/program.schema.json", (c) => {
    // Editors fetch it from wherever they run, some of them in a browser.
    c.header("Access-Control-Allow-Origin", "*");
    return c.json((schema ??= programFileSchema()), 200, { "Cache-Control": "no-cache" });
  });
  docs.get("/docs/tracking", (c) => c.html(tracking, 200, pageHeaders));
  docs.get("/docs/errors", (c) => c.html(errors, 200, pageHeaders));
  return docs;
}
