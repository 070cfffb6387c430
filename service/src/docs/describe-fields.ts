import descriptions from "./descriptions.json" with { type: "json" };
import { refName, type Schema } from "./fields.ts";

/** What the contract's doc comments say of a type or a field: of itself, and of the fields in it. */
export interface DescribedShape {
  text?: string;
  deprecated?: boolean;
  /** What is said of the type, where it is none of `of` alone. */
  about?: string;
  /** What the values mean that it may have. */
  values?: Record<string, string>;
  /** Names of types it has the fields of. */
  of?: string[];
  fields?: Record<string, Described>;
}

/** A field of which there is nothing else to say is its text alone. */
export type Described = string | DescribedShape;

type Part = "params" | "query" | "body" | "output";

/** `descriptions.json`: the doc comments of `src/contract`, operation by operation and type by type. */
export interface Descriptions {
  operations: Record<string, { text?: string } & Partial<Record<Part, DescribedShape>>>;
  types: Record<string, DescribedShape>;
}

const { operations, types } = descriptions as Descriptions;

/** The envelope is an answer of every operation. */
const failure: DescribedShape = { of: ["ErrorBody"] };

/**
 * Writes into an API description what the contract's doc comments say: of each operation, of each parameter and of each field.
 *
 * The comments are the one place where a field is explained, for they are what a user of the SDK reads in the editor. They
 * flow one way: from the comments into `descriptions.json`, which a test writes (`npx vitest run --project service
 * service/test/docs -u`) and holds to be fresh, and from there into the description as served. The file is committed, so
 * that neither the service nor its build needs a parser of TypeScript.
 */
export function describeFields(document: Schema): void {
  const done = new Set<Schema>();
  for (const [name, described] of operationsOf(document)) {
    const { text, params, query, body, output } = operations[name] ?? {};
    if (text) described["description"] = text;
    for (const parameter of described["parameters"] ?? []) {
      const field = fieldOf(parameter.in === "path" ? params : query, parameter.name);
      Object.assign(parameter, said(field));
      if (field) describe(parameter.schema, field);
    }
    describeContent(described["requestBody"], body);
    for (const [status, response] of Object.entries<Schema>(described["responses"]))
      describeContent(response, status < "300" ? output : failure);
  }

  function describeContent({ content = {} }: Schema = {}, shape: DescribedShape = {}): void {
    for (const { schema } of Object.values<Schema>(content)) describe(schema, shape);
  }

  function describe(schema: Schema, shape: DescribedShape): void {
    const component = componentOf(document, schema);
    if (component && !done.has(component)) {
      done.add(component);
      const [type = "", ...others] = shape.of ?? [];
      const text = shape.about ?? (others.length === 0 ? types[type]?.text : undefined);
      if (text) component["description"] = text;
      describe(component, shape);
    }
    const meant = meaningsOf(schema, shape);
    if (meant) schema["x-enumDescriptions"] = meant;
    const { items, additionalProperties, anyOf, oneOf, allOf, properties = {} } = schema;
    for (const part of [items, additionalProperties, anyOf, oneOf, allOf].flat())
      if (typeof part === "object") describe(part, shape);
    for (const [name, property] of Object.entries<Schema>(properties)) {
      const field = fieldOf(shape, name);
      Object.assign(property, said(field));
      if (field) describe(property, field);
    }
  }
}

/** What the values of a schema mean, if that is said; the name is the one viewers know. */
function meaningsOf({ enum: values = [] }: Schema, { values: words = {} }: DescribedShape): Schema | undefined {
  const known = values.filter((value: unknown) => typeof value === "string" && words[value]);
  return known.length > 0 ? Object.fromEntries(known.map((value: string) => [value, words[value]])) : undefined;
}

function said({ text, deprecated }: DescribedShape = {}): Schema {
  return { ...(text && { description: text }), ...(deprecated && { deprecated }) };
}

/** A field by its name; where several types have it, the first that says something. */
function fieldOf({ of = [], fields }: DescribedShape = {}, name: string): DescribedShape | undefined {
  const own = fields?.[name];
  const found = [typeof own === "string" ? { text: own } : own, ...of.map((type) => fieldOf(types[type], name))];
  return found.find((field) => field?.text) ?? found.find(Boolean);
}

/** Every operation with the name of its row; an alias has the name of what it stands for. */
export function operationsOf(document: Schema): [string, Schema][] {
  return Object.values<Schema>(document["paths"]).flatMap((methods) =>
    Object.values<Schema>(methods).map((described): [string, Schema] => [
      described["operationId"].split(".").slice(0, 2).join("."),
      described,
    ]),
  );
}

/** The component a schema refers to. */
export function componentOf(document: Schema, schema: Schema): Schema | undefined {
  const name = refName(schema);
  return name === undefined ? undefined : document["components"].schemas[name];
}
