import type { OpenAPIHono } from "@hono/zod-openapi";
import { preflight, allowOrigin } from "../middleware/cors.ts";
import type { Runtime } from "./run-endpoint.ts";

/** Serves the API description at `GET /openapi.json`, generated once from the schemas that validate. */
export function serveDescription(api: OpenAPIHono, runtime: Runtime): void {
  let text: string | undefined;
  for (const [name, description] of Object.entries({
    key: "Secret API key, `ref_...`",
    publishable: "Publishable key, `ref_pub_...`",
    embed: "Embed token, `ref_embed_...`",
  })) {
    api.openAPIRegistry.registerComponent("securitySchemes", name, { type: "http", scheme: "bearer", description });
  }
  api.options("/openapi.json", (c) => preflight(c, "none", ["POST", "GET"]));
  api.get("/openapi.json", (c) => {
    text ??= JSON.stringify(
      api.getOpenAPI31Document({
        openapi: "3.1.0",
        info: { title: "Referrals", version: "0.0.1" },
        servers: [{ url: runtime.config.apiUrl }],
      }),
    );
    allowOrigin(c, "none");
    runtime.rateLimit.show(c, runtime.addressOf(c));
    c.header("Content-Type", "application/json; charset=utf-8");
    return c.body(text);
  });
}
