import type { OpenAPIHono } from "@hono/zod-openapi";
import { describeFields } from "../docs/describe-fields.ts";
import { addExamples } from "../docs/examples.ts";
import type { Schema } from "../docs/fields.ts";
import { groups } from "../docs/groups.ts";
import { preflight, allowOrigin } from "../middleware/cors.ts";
import type { Config } from "../config.ts";
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
  api.options("/openapi.json", (c) => {
    runtime.rateLimit.show(c, runtime.addressOf(c));
    return preflight(c, "none", ["POST", "GET"]);
  });
  api.get("/openapi.json", (c) => {
    text ??= JSON.stringify(describeApi(api, runtime.config));
    allowOrigin(c, "none");
    runtime.rateLimit.show(c, runtime.addressOf(c));
    c.header("Content-Type", "application/json; charset=utf-8");
    return c.body(text);
  });
}

/** The description as an object, in which no two places share a schema but by name. */
function describeApi(api: OpenAPIHono, { apiUrl: url, appUrl }: Config): Schema {
  const generated = api.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Referrals",
      version: "0.0.1",
      description: "Short links, a partner program, and the data behind its embedded dashboard.",
    },
    servers: [{ url }],
    externalDocs: { description: "The same for people", url: `${appUrl}/docs` },
    tags: Object.entries(groups).map(([name, { title, text }]) => ({
      name,
      description: text,
      "x-displayName": title,
    })),
  });
  const document: Schema = JSON.parse(JSON.stringify(generated, nullableReferences));
  describeFields(document);
  addExamples(document);
  return document;
}

/** The generator writes a nullable component as a schema nothing satisfies, object and null at once: this says either. */
function nullableReferences(_: string, node: unknown): unknown {
  const [reference, nullable] = (node as { allOf?: Record<string, unknown>[] } | null)?.allOf ?? [];
  if (!reference?.["$ref"] || String(nullable?.["type"]) !== "object,null") return node;
  return { anyOf: [reference, { type: "null" }] };
}
