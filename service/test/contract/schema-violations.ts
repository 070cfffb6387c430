/** A JSON schema as the API description writes them. */
export type Schema = { [keyword: string]: any };

const types: Record<string, (value: unknown) => boolean> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === "boolean",
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number" && Number.isFinite(value),
  integer: (value) => Number.isSafeInteger(value),
  array: (value) => Array.isArray(value),
  object: isObject,
};

/** Keywords that say nothing about validity. */
const silent = new Set(["description", "default", "deprecated", "example", "examples", "title", "x-enumDescriptions"]);

/** What each keyword requires of a value; `$ref` and the combining ones are below. */
const keywords: Record<string, (schema: Schema, value: any, at: string) => string[]> = {
  type: ({ type }, value, at) =>
    [type].flat().some((name: string) => types[name]!(value)) ? [] : [`${at} is not ${type}`],
  enum: ({ enum: values }, value, at) => (values.includes(value) ? [] : [`${at} is none of ${values}`]),
  const: ({ const: wanted }, value, at) => (value === wanted ? [] : [`${at} is not ${wanted}`]),
  required: ({ required }, value, at) =>
    isObject(value)
      ? required.filter((name: string) => !(name in value)).map((name: string) => `${at}.${name} misses`)
      : [],
  minLength: ({ minLength }, value, at) => bound(at, typeof value === "string", [...String(value)].length >= minLength),
  maxLength: ({ maxLength }, value, at) => bound(at, typeof value === "string", [...String(value)].length <= maxLength),
  minItems: ({ minItems }, value, at) => bound(at, Array.isArray(value), value?.length >= minItems),
  maxItems: ({ maxItems }, value, at) => bound(at, Array.isArray(value), value?.length <= maxItems),
  minimum: ({ minimum }, value, at) => bound(at, typeof value === "number", value >= minimum),
  maximum: ({ maximum }, value, at) => bound(at, typeof value === "number", value <= maximum),
  pattern: ({ pattern }, value, at) => bound(at, typeof value === "string", new RegExp(pattern, "u").test(value)),
  format: ({ format }, value, at) => {
    if (format !== "date-time") throw new Error(`The validator knows no format ${format}.`);
    return bound(at, typeof value === "string", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value));
  },
};

/**
 * What keeps a value from satisfying a schema of the API description; empty when it does.
 * Knows the keywords the description uses and throws on another one, so that nothing goes unchecked.
 * @param root the whole description, for `$ref`
 */
export function schemaViolations(root: Schema, schema: Schema, value: unknown, at = "body"): string[] {
  const within = (part: Schema, inner: unknown, where = at): string[] => schemaViolations(root, part, inner, where);
  return Object.keys(schema).flatMap((keyword) => {
    if (silent.has(keyword)) return [];
    switch (keyword) {
      case "$ref":
        return within(resolve(root, schema["$ref"]), value);
      case "allOf":
        return schema["allOf"].flatMap((part: Schema) => within(part, value));
      case "anyOf":
      case "oneOf":
        return oneFits(schema[keyword].map((part: Schema) => within(part, value)));
      case "items":
        return Array.isArray(value)
          ? value.flatMap((item, index) => within(schema["items"], item, `${at}[${index}]`))
          : [];
      case "properties":
      case "additionalProperties":
        return keyword === "properties" || !schema["properties"] ? properties(schema, value, at, within) : [];
      default: {
        const check = keywords[keyword];
        if (!check) throw new Error(`The validator knows no keyword ${keyword}.`);
        return check(schema, value, at);
      }
    }
  });
}

function properties(
  { properties: known = {}, additionalProperties: others = true }: Schema,
  value: unknown,
  at: string,
  within: (part: Schema, inner: unknown, where: string) => string[],
): string[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const where = `${at}.${name}`;
    if (Object.hasOwn(known, name)) return within(known[name], inner, where);
    if (others === false) return [`${where} is not in the description`];
    return others === true ? [] : within(others, inner, where);
  });
}

/** Of several branches none of which fits, the one that comes nearest speaks. */
function oneFits(branches: string[][]): string[] {
  return branches.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

function bound(at: string, applies: boolean, holds: boolean): string[] {
  return applies && !holds ? [`${at} is out of bounds or malformed`] : [];
}

function resolve(root: Schema, ref: string): Schema {
  return ref
    .slice(2)
    .split("/")
    .reduce((node, name) => node[name], root);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
