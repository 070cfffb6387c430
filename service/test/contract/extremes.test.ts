import { randomBytes } from "node:crypto";
import { operations, type OperationName } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "../../src/routes/all.ts";
import { ask, problemsOf, readDescription, type Description } from "./ask.ts";
import type { Schema } from "./schema-violations.ts";
import { scenes } from "./scenes.ts";
import { openWorld, type Call, type World } from "./world.ts";

let world: World;
let description: Description;
beforeAll(async () => {
  world = await openWorld();
  description = await readDescription(world);
});
afterAll(() => world.close());

const numbers = [2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e308];
/** Too long for an index entry and, unlike a repeated letter, impossible to compress into one; shorter than the general bound. */
const incompressible = randomBytes(4_900).toString("hex");
const texts = ["x".repeat(100_000), incompressible, "nul\0", "half \ud800", "half \udfff"];
/** A valid value that is far too long: the address and the email that pass their patterns. */
const long = [`https://acme.test/${"x".repeat(100_000)}`, `${"x".repeat(100_000)}@mail.test`];

type Path = readonly (string | number)[];

/** Every number and string of a body by its schema, with where it stands. */
function leaves(schema: Schema, path: Path = []): { path: Path; type: "number" | "text" }[] {
  const { $ref, anyOf, allOf, oneOf, properties, items, type, enum: closed } = schema as any;
  if ($ref) return leaves(description["components"].schemas[$ref.split("/").at(-1)], path);
  const forms: Schema[] = [...(anyOf ?? []), ...(allOf ?? []), ...(oneOf ?? [])];
  if (properties) return Object.entries(properties).flatMap(([name, of]) => leaves(of as Schema, [...path, name]));
  const types = [type ?? []].flat();
  if (items) return [...forms.flatMap((form) => leaves(form, path)), ...leaves(items, [...path, 0])];
  if (forms.length > 0) return forms.flatMap((form) => leaves(form, path));
  if (closed) return [];
  return [
    ...(types.includes("integer") || types.includes("number") ? [{ path, type: "number" as const }] : []),
    ...(types.includes("string") ? [{ path, type: "text" as const }] : []),
  ];
}

/** The same value with another part; what is missing on the way is made. */
function withPart(value: any, [name, ...rest]: Path, part: unknown): unknown {
  if (name === undefined) return part;
  const known = typeof value === "object" && value !== null ? value[name] : undefined;
  const changed = withPart(known, rest, part);
  if (typeof name === "number") return [changed, ...(Array.isArray(value) ? value.slice(1) : [])];
  return { ...Object(value), [name]: changed };
}

const nameOf = (path: Path): string =>
  path.map((part, index) => (typeof part === "number" ? `[${part}]` : index === 0 ? part : `.${part}`)).join("");

/** What is wrong with an answer to an extreme value: it broke, it is not described, or its 422 names no field. */
function wrongWith(name: OperationName, answer: Awaited<ReturnType<typeof ask>>): string[] {
  if (answer.status >= 500) return [`${answer.status}`];
  const message: string = answer.status === 422 ? JSON.parse(answer.text).error.message : "";
  if (/^\w+: body: .*stored/.test(message)) return [message];
  return answer.status === 304 ? [] : problemsOf(description, operations[name], answer);
}

describe("at its extremes", () => {
  // What the program says decides what other operations do: it is changed last.
  const names = endpoints.map(({ name }) => name).filter((name) => name !== "program.update");
  it.each([...names, "program.update" as const])("%s names the field, and never breaks", async (name) => {
    const row = operations[name];
    const { parameters = [], requestBody } = description["paths"][row.path][row.method.toLowerCase()];
    const sound = await scenes[name].ok(world);
    const calls: { at: string; call: Call }[] = [];
    const body = requestBody?.content["application/json"].schema;
    for (const { path, type } of body ? leaves(body) : []) {
      for (const value of type === "number" ? numbers : [...texts, ...long]) {
        calls.push({
          at: `${nameOf(path)} = ${String(value).slice(0, 20)}`,
          call: { ...sound, body: withPart(sound.body, path, value) },
        });
      }
    }
    for (const parameter of parameters.filter((part: any) => part.in === "query")) {
      for (const value of ["2147483648", "9007199254740993", "1e308", "-1", "x".repeat(20_000), "%00"]) {
        calls.push({
          at: `?${parameter.name}=${value.slice(0, 20)}`,
          call: { ...sound, query: { ...sound.query, [parameter.name]: value } },
        });
      }
    }
    const found: string[] = [];
    for (const { at, call } of calls) {
      for (const problem of wrongWith(name, await ask(world, row, call))) found.push(`${at}: ${problem}`);
    }
    expect(found).toEqual([]);
  });
});
