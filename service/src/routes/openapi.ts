import { getRefId, OpenApiGeneratorV31, OpenAPIRegistry } from "@asteasolutions/zod-to-openapi";
import { z } from "@hono/zod-openapi";
import type { Hono } from "hono";
import { addExamples } from "../docs/examples.ts";
import type { Schema } from "../docs/fields.ts";
import { groups } from "../docs/groups.ts";
import { preflight, allowOrigin } from "../middleware/cors.ts";
import * as schemas from "../schemas/index.ts";
import type { Config } from "../config.ts";
import { sha256 } from "../domain/ids.ts";
import { describeEndpoint } from "./describe-endpoint.ts";
import type { Endpoint } from "./endpoint.ts";
import { inOrder } from "./register.ts";
import type { Runtime } from "./run-endpoint.ts";

type Addresses = Pick<Config, "apiUrl" | "appUrl">;

/** Placeholders in the built description for the serving host's addresses. */
const placeholders: Addresses = { apiUrl: "https://api.invalid", appUrl: "https://app.invalid" };

/** The description written by the build: generating it takes half a second, which would block all requests. */
export function buildDescription(endpoints: readonly Endpoint[]): string {
  return JSON.stringify(describeApi(endpoints, placeholders));
}

/**
 * Serves the API description at `GET /openapi.json`: the built one, else one generated from the validating schemas at the first request.
 */
export function serveDescription(api: Hono, endpoints: readonly Endpoint[], runtime: Runtime): void {
  // As bytes: encoding each answer again would block the thread for three milliseconds.
  let known: { bytes: Uint8Array<ArrayBuffer>; tag: string } | undefined;
  const describe = (): string => {
    const { apiUrl, appUrl } = runtime.config;
    if (runtime.description === undefined) return JSON.stringify(describeApi(endpoints, { apiUrl, appUrl }));
    return runtime.description
      .replaceAll(placeholders.apiUrl, () => apiUrl)
      .replaceAll(placeholders.appUrl, () => appUrl);
  };
  api.options("/openapi.json", (c) => {
    runtime.rateLimit.show(c, runtime.addressOf(c));
    return preflight(c, "none", ["POST", "GET"]);
  });
  api.get("/openapi.json", (c) => {
    known ??= tagged(new TextEncoder().encode(describe()));
    allowOrigin(c, "none");
    runtime.rateLimit.show(c, runtime.addressOf(c));
    c.header("ETag", known.tag);
    if (c.req.header("if-none-match") === known.tag) return c.body(null, 304);
    c.header("Content-Type", "application/json; charset=utf-8");
    return c.body(known.bytes);
  });
}

/** Bytes with their tag. */
function tagged(bytes: Uint8Array<ArrayBuffer>): { bytes: Uint8Array<ArrayBuffer>; tag: string } {
  return { bytes, tag: `W/"${sha256(bytes)}"` };
}

/**
 * The named schemas, each after those it contains: otherwise the generator would give a record the description of the first field that
 * contains it.
 */
function components(): { name: string; schema: z.ZodType }[] {
  const named = Object.values(schemas).flatMap((schema) => {
    const name = schema instanceof z.ZodType && getRefId(schema);
    return name ? [{ name, schema }] : [];
  });
  const sizes = new Map(named.map(({ name, schema }) => [name, namesIn(name, schema)]));
  return named.toSorted((a, b) => (sizes.get(a.name) ?? 0) - (sizes.get(b.name) ?? 0));
}

/** The number of named schemas in a schema, including itself. */
function namesIn(name: string, schema: z.ZodType): number {
  const registry = new OpenAPIRegistry();
  registry.register(name, schema);
  const { components: found } = new OpenApiGeneratorV31(registry.definitions).generateComponents();
  return Object.keys(found?.schemas ?? {}).length;
}

const credentials = {
  key: "Secret API key, `ref_...`",
  publishable: "Publishable key, `ref_pub_...`",
  embed: "Embed token, `ref_embed_...`",
};

/** The description as an object; schemas are shared only by name. */
function describeApi(endpoints: readonly Endpoint[], { apiUrl: url, appUrl }: Addresses): Schema {
  const registry = new OpenAPIRegistry();
  for (const { name, schema } of components()) registry.register(name, schema);
  for (const [name, description] of Object.entries(credentials))
    registry.registerComponent("securitySchemes", name, { type: "http", scheme: "bearer", description });
  for (const endpoint of inOrder(endpoints)) describeEndpoint(registry, endpoint);
  const generated = new OpenApiGeneratorV31(registry.definitions).generateDocument({
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
    // The generator makes a nullable component object and null at once, which nothing satisfies: this changes it to either.
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
