import { errorStatuses, operations, type OperationName } from "referrals-embed/contract";
import { beforeAll, describe, expect, it } from "vitest";
import type { Schema } from "../../src/docs/fields.ts";
import { endpoints } from "../../src/routes/all.ts";
import { createApp } from "../../src/app.ts";
import { buildDescription } from "../../src/routes/openapi.ts";
import { createTestService } from "../harness.ts";
import { schemaViolations } from "../contract/schema-violations.ts";
import { readDescription } from "./read-description.ts";

let document: Schema;
beforeAll(async () => {
  document = await readDescription();
});

/** Every operation with its path. */
const operationsIn = (): [string, Schema][] =>
  Object.entries<Schema>(document["paths"]).flatMap(([path, methods]) =>
    Object.values<Schema>(methods).map((operation): [string, Schema] => [path, operation]),
  );

/** Every object in a document. */
function nodesIn(node: unknown): Schema[] {
  if (typeof node !== "object" || node === null) return [];
  return [node as Schema, ...Object.values(node).flatMap(nodesIn)];
}

describe("GET /openapi.json", () => {
  it("is OpenAPI 3.1 with title, version, server and a way to the reference for people", () => {
    expect(document).toMatchObject({
      openapi: "3.1.0",
      info: { title: "Referrals", version: "0.0.1", description: expect.any(String) },
      servers: [{ url: "https://app.test/api" }],
      externalDocs: { url: "https://app.test/docs" },
    });
  });

  it("is, from the build, what would be generated for the service's own addresses", async () => {
    const { deps, close } = await createTestService();
    const built = createApp({ ...deps, description: buildDescription(endpoints) });
    const answer = await built.request("/api/openapi.json");
    expect(await answer.json()).toEqual(document);
    const headers = { "if-none-match": answer.headers.get("etag")! };
    expect((await built.request("/api/openapi.json", { headers })).status).toBe(304);
    await close();
  });

  it("names every operation once, with summary, description and one of the tags it explains", () => {
    const ids = operationsIn().map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags: string[] = document["tags"].map(({ name }: Schema) => name);
    for (const [, { summary, description, tags: own }] of operationsIn()) {
      expect(summary && description).toBeTruthy();
      expect(tags).toContain(own[0]);
    }
    expect(tags.filter((tag) => !operationsIn().some(([, { tags: own }]) => own.includes(tag)))).toEqual([]);
    expect(document["tags"].filter(({ description }: Schema) => !description)).toEqual([]);
  });

  it("passes the rules that `redocly lint` recommends: access, answers, licence, server and paths that differ", () => {
    for (const [path, operation] of operationsIn()) {
      const { operationId, security, responses } = operation;
      const { auth } = operations[operationId.split(".").slice(0, 2).join(".") as OperationName];
      expect([operationId, security]).toEqual([operationId, auth === "none" ? [] : [{ [auth]: [] }]]);
      const statuses = Object.keys(responses);
      expect(
        statuses.some((status) => status.startsWith("2")) && statuses.some((status) => status.startsWith("4")),
      ).toBe(true);
      expect(path).toMatch(/^\/[^?]*[^/?]$/);
    }
    expect(document["info"].license).toMatchObject({ name: "MIT", url: expect.any(String) });
    for (const { url } of document["servers"]) expect(url).toMatch(/^https?:\/\/[^?]*[^/?]$/);
    const shapes = Object.keys(document["paths"]).map((path) => path.replace(/\{\w+\}/g, "{}"));
    expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([]);
  });

  it("states how many items a page has when a list is not told", () => {
    const queries = operationsIn().flatMap(([, { operationId, parameters = [] }]) =>
      parameters
        .filter(({ name }: Schema) => ["pageSize", "limit"].includes(name))
        .map(({ name, schema }: Schema) => [operationId, name, schema.default]),
    );
    expect(queries).toContainEqual(["partners.list", "pageSize", 100]);
    expect(queries.filter(([, , standard]) => standard === undefined)).toEqual([]);
  });

  it("lists for GET /partners the nine errors of the specification", () => {
    expect(Object.keys(document["paths"]["/partners"].get.responses)).toEqual(
      ["200", ...Object.values(errorStatuses).map(String)].sort(),
    );
  });

  it("declares every parameter of a path, and each parameter once", () => {
    for (const [path, { parameters = [] }] of operationsIn()) {
      const names: string[] = parameters.map(({ name, in: place }: Schema) => `${place} ${name}`);
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `path ${name}`);
      expect(names.filter((name) => name.startsWith("path")).sort()).toEqual(inPath.sort());
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it("offers an Idempotency-Key wherever a repetition is recognised, and nowhere else", () => {
    const keyed = endpoints.filter(({ row: { method, path } }) => {
      const { parameters = [] } = document["paths"][path][method.toLowerCase()];
      return parameters.some(({ name, in: place }: Schema) => name === "Idempotency-Key" && place === "header");
    });
    const repeatable = endpoints.filter(
      ({ row: { auth, method }, idempotent }) =>
        auth !== "none" && idempotent && ["POST", "PUT", "PATCH"].includes(method),
    );
    expect(keyed.map(({ name }) => name)).toEqual(repeatable.map(({ name }) => name));
    expect(keyed.map(({ name }) => name)).not.toContain("embedTokens.referrals");
  });

  it("refers to nothing it does not have, and to no security scheme it does not explain", () => {
    const references = nodesIn(document).flatMap(({ $ref }) => (typeof $ref === "string" ? [$ref] : []));
    const components = Object.keys(document["components"].schemas).map((name) => `#/components/schemas/${name}`);
    expect(references.filter((reference) => !components.includes(reference))).toEqual([]);
    expect(components.filter((component) => !references.includes(component))).toEqual([]);
    const schemes = Object.keys(document["components"].securitySchemes);
    const used = operationsIn().flatMap(([, { security = [] }]) => security.flatMap(Object.keys));
    expect(used.filter((scheme) => !schemes.includes(scheme))).toEqual([]);
  });

  it("describes every answer, and has no keyword of OpenAPI 3.0 that 3.1 replaced", () => {
    for (const [, { responses }] of operationsIn())
      for (const { description } of Object.values<Schema>(responses)) expect(description).toBeTruthy();
    expect(nodesIn(document["components"].schemas).filter((node) => "nullable" in node)).toEqual([]);
  });

  it("writes patterns as plain regular expressions, without delimiters or flags", () => {
    const patterns = nodesIn(document).flatMap(({ pattern }) => (typeof pattern === "string" ? [pattern] : []));
    expect(patterns.filter((pattern) => /^\/|\/[a-z]*$/.test(pattern))).toEqual([]);
  });

  it("has examples that its own schemas accept", () => {
    const problems = operationsIn().flatMap(([, { operationId, parameters = [], requestBody = {}, responses }]) =>
      [
        ...parameters.map(({ example, schema }: Schema) => ({ example, schema })),
        ...[requestBody, ...Object.values<Schema>(responses)].flatMap(({ content = {} }) =>
          Object.values<Schema>(content),
        ),
      ]
        .filter(({ example }) => example !== undefined)
        .flatMap(({ example, schema }) => schemaViolations(document, schema, example))
        .map((problem) => `${operationId}: ${problem}`),
    );
    expect(problems).toEqual([]);
  });
});
