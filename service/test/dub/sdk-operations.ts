import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Dub } from "dub";
import * as models from "dub/models/operations";

/** Names of all operations that the SDK has, as `links.create`. */
export function sdkOperations(): string[] {
  const getters = (of: object): string[] =>
    Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(of)))
      .filter(([, { get }]) => get)
      .map(([name]) => name);
  const methods = (of: object): string[] =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(of)).filter((name) => name !== "constructor");
  const sdk = new Dub() as unknown as Record<string, object>;
  return getters(sdk).flatMap((group) => methods(sdk[group]!).map((method) => `${group}.${method}`));
}

/** What a request may hold: the values of an enum, the properties of an object, or anything. */
interface Shape {
  values?: unknown[];
  properties?: Record<string, Shape>;
}

/** A schema of the SDK (zod 3), as it is read here. */
interface SdkSchema {
  _def: {
    typeName: string;
    schema: SdkSchema;
    innerType: SdkSchema;
    type: SdkSchema;
    value: unknown;
    values: object;
    options: SdkSchema[];
  };
  shape: Record<string, SdkSchema>;
}

const folder = join(dirname(createRequire(import.meta.url).resolve("dub/package.json")), "src/funcs");

/** Method, path and shape of what an operation of the SDK sends, from its own source. */
export function sdkRequest(operation: string): { method: string; path: string; sent: Shape } {
  const file = operation.replace(/\.(.)/, (_, first: string) => first.toUpperCase());
  const source = readFileSync(join(folder, `${file}.ts`), "utf8");
  const [, path = ""] = /pathToFunc\("([^"]*)"\)/.exec(source) ?? [];
  const [, method = ""] = /method: "(\w+)"/.exec(source) ?? [];
  const [, model = ""] = /operations\.(\w+\$outboundSchema)/.exec(source) ?? [];
  const schema = (models as unknown as Record<string, SdkSchema>)[model];
  return { method: method.toLowerCase(), path, sent: schema ? sdkShape(schema) : {} };
}

function sdkShape(schema: SdkSchema): Shape {
  const { _def: def } = schema;
  switch (def.typeName) {
    case "ZodEffects":
      return sdkShape(def.schema);
    case "ZodOptional":
    case "ZodNullable":
    case "ZodDefault":
      return sdkShape(def.innerType);
    case "ZodArray":
      return sdkShape(def.type);
    case "ZodLiteral":
      return { values: [def.value] };
    case "ZodNativeEnum":
      return { values: Object.values(def.values) };
    case "ZodUnion":
    case "ZodDiscriminatedUnion":
      return def.options.map(sdkShape).reduce(merged, {});
    case "ZodObject": {
      const { requestBody, RequestBody = requestBody, ...own } = schema.shape;
      const properties = Object.fromEntries(Object.entries(own).map(([name, one]) => [name, sdkShape(one)]));
      return RequestBody ? merged({ properties }, sdkShape(RequestBody)) : { properties };
    }
    default:
      return {};
  }
}

function merged(one: Shape, other: Shape): Shape {
  const values = [...(one.values ?? []), ...(other.values ?? [])];
  const properties = { ...one.properties };
  for (const [name, shape] of Object.entries(other.properties ?? {}))
    properties[name] = properties[name] ? merged(properties[name], shape) : shape;
  return { ...(values.length > 0 && { values }), ...((one.properties ?? other.properties) && { properties }) };
}

/** A description of the API, as it is read here. */
export interface ApiDescription {
  paths: Record<string, Record<string, ApiOperation>>;
  components: { schemas: Record<string, ApiSchema> };
}
interface ApiOperation {
  parameters?: { name: string; schema: ApiSchema }[];
  requestBody?: { content: Record<string, { schema: ApiSchema }> };
}
interface ApiSchema {
  $ref?: string;
  enum?: unknown[];
  properties?: Record<string, ApiSchema>;
  items?: ApiSchema;
  allOf?: ApiSchema[];
  anyOf?: ApiSchema[];
  oneOf?: ApiSchema[];
}

/** What the service describes of the same request. */
export function described(api: ApiDescription, { method, path }: { method: string; path: string }): Shape | undefined {
  const found = api.paths[path]?.[method];
  if (!found) return undefined;
  const shape = (schema: ApiSchema): Shape => {
    if (schema.$ref) return shape(api.components.schemas[schema.$ref.split("/").at(-1)!]!);
    const parts = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((list) => list ?? []).map(shape);
    const properties = Object.entries(schema.properties ?? {}).map(([name, one]) => [name, shape(one)] as const);
    const own = {
      ...(schema.enum && { values: schema.enum }),
      ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    };
    return [...parts, ...(schema.items ? [shape(schema.items)] : [])].reduce(merged, own);
  };
  const parameters = (found.parameters ?? []).map(({ name, schema }) => [name, shape(schema)] as const);
  const body = Object.values(found.requestBody?.content ?? {}).map(({ schema }) => shape(schema));
  return body.reduce(merged, { properties: Object.fromEntries(parameters) });
}

/** Names and values that the SDK sends and the service does not know. */
export function unknownOf(sent: Shape, known: Shape, path = ""): string[] {
  const values = known.values ? (sent.values ?? []).filter((value) => !known.values!.includes(value)) : [];
  const names = Object.entries(sent.properties ?? {}).flatMap(([name, shape]) => {
    // On the wire some names have underscores.
    const wire = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const there = known.properties?.[name] ?? known.properties?.[wire];
    if (there) return unknownOf(shape, there, `${path}${name}.`);
    return known.properties ? [path + name] : [];
  });
  return [...values.map((value) => `${path}${value as string}`), ...names];
}
