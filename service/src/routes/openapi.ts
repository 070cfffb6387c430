import { getRefId, OpenApiGeneratorV31, OpenAPIRegistry } from "@asteasolutions/zod-to-openapi";
import { z, type OpenAPIHono } from "@hono/zod-openapi";
import { addExamples } from "../docs/examples.ts";
import type { Schema } from "../docs/fields.ts";
import { groups } from "../docs/groups.ts";
import { preflight, allowOrigin } from "../middleware/cors.ts";
import * as schemas from "../schemas/index.ts";
import type { Config } from "../config.ts";
import type { Runtime } from "./run-endpoint.ts";

/**
 * Serves the API description at `GET /openapi.json`, generated once from the schemas that validate. Not before somebody asks for it:
 * every start of the service would wait for it.
 */
export function serveDescription(api: OpenAPIHono, runtime: Runtime): void {
  // As bytes: each answer would else be encoded anew, three milliseconds of everybody's.
  let bytes: Uint8Array<ArrayBuffer> | undefined;
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
    bytes ??= new TextEncoder().encode(JSON.stringify(describeApi(api, runtime.config)));
    allowOrigin(c, "none");
    runtime.rateLimit.show(c, runtime.addressOf(c));
    c.header("Content-Type", "application/json; charset=utf-8");
    return c.body(bytes);
  });
}

/**
 * The schemas that are listed by name, each after those it holds: the generator would otherwise describe a record in the
 * words of the first field that holds one.
 */
function components(): { name: string; schema: z.ZodType }[] {
  const named = Object.values(schemas).flatMap((schema) => {
    const name = schema instanceof z.ZodType && getRefId(schema);
    return name ? [{ name, schema }] : [];
  });
  const sizes = new Map(named.map(({ name, schema }) => [name, namesIn(name, schema)]));
  return named.toSorted((a, b) => (sizes.get(a.name) ?? 0) - (sizes.get(b.name) ?? 0));
}

/** How many named schemas a schema consists of, itself included. */
function namesIn(name: string, schema: z.ZodType): number {
  const registry = new OpenAPIRegistry();
  registry.register(name, schema);
  const { components: found } = new OpenApiGeneratorV31(registry.definitions).generateComponents();
  return Object.keys(found?.schemas ?? {}).length;
}

/** The description as an object, in which no two places share a schema but by name. */
function describeApi(api: OpenAPIHono, { apiUrl: url, appUrl }: Config): Schema {
  const named = new OpenAPIRegistry();
  for (const { name, schema } of components()) named.register(name, schema);
  const all = [...named.definitions, ...api.openAPIRegistry.definitions];
  const generated = new OpenApiGeneratorV31(all).generateDocument({
    openapi: "3.1.0",
    info: {
      title: "Referrals",
      version: "0.0.1",
      description: "Short links, a partner program, and the data behind its embedded dashboard.",
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
    },
    servers: [{ url }],
    externalDocs: { description: "The same for people", url: `${appUrl}/docs` },
    tags: Object.entries(groups).map(([name, { title, text }]) => ({
      name,
      description: text,
      "x-displayName": title,
    })),
  });
  const document: Schema = JSON.parse(JSON.stringify(generated, tidy));
  addExamples(document);
  return document;
}

/** Corrects the generator's output: descriptions beside `$ref`, and repeated descriptions. */
function tidy(_: string, node: any): unknown {
  const [reference, own] = node?.allOf ?? [];
  if (reference?.$ref && own) {
    const { type, ...words } = own;
    // A nullable component comes as a schema nothing satisfies, object and null at once: this says either.
    return String(type) === "object,null"
      ? { anyOf: [reference, { type: "null" }], ...words }
      : { ...reference, ...words };
  }
  const meanings = node?.["x-enumDescriptions"];
  if (meanings && node.enum)
    return {
      ...node,
      "x-enumDescriptions": Object.fromEntries(Object.entries(meanings).filter(([value]) => node.enum.includes(value))),
    };
  if (node?.in && node.description === node.schema?.description) delete node.schema.description;
  return node;
}
