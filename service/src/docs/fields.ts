import { isDeepStrictEqual } from "node:util";

/** A JSON schema of the API description. */
export type Schema = { [keyword: string]: any };

/** A field of an object, a parameter, or a member of a list. */
export interface Field {
  name: string;
  /** It is required, or always present. */
  required: boolean;
  schema: Schema;
  description: string | undefined;
}

/** The name of the component a schema refers to. */
export const refName = (schema: Schema): string | undefined => schema["$ref"]?.split("/").at(-1);

/** The forms a value may have, `null` aside. */
export function formsOf(schema: Schema): Schema[] {
  const forms: Schema[] = schema["anyOf"] ?? schema["oneOf"] ?? schema["allOf"];
  return forms ? forms.flatMap(formsOf).filter(({ type }) => type !== "null") : [schema];
}

/**
 * The fields of an object, of list items, or of all forms of a value: each field once, required ones first. A field of only some forms is
 * optional.
 */
export function fieldsOf(schema: Schema): Field[] {
  const forms = formsOf(schema).map((form) => formsOf(form["items"] ?? form));
  const objects = forms.flat().filter(({ properties }) => properties);
  const names = new Set(objects.flatMap(({ properties }) => Object.keys(properties)));
  const fields = [...names].map((name): Field => {
    const having = objects.filter(({ properties }) => properties[name]);
    const inner = eitherOf(having.map(({ properties }) => properties[name]));
    const required = having.length === objects.length && having.every((object) => object["required"]?.includes(name));
    return { name, required, schema: inner, description: inner["description"] };
  });
  return requiredFirst(fields);
}

/** One schema for a field that may have any of several shapes. */
function eitherOf(schemas: readonly Schema[]): Schema {
  const [first = {}, ...others] = schemas.filter(
    (schema, index) => schemas.findIndex((other) => isDeepStrictEqual(other, schema)) === index,
  );
  if (others.length === 0) return first;
  const { description } = first;
  const values = [first, ...others].map(
    (schema) => schema["enum"] ?? (schema["const"] === undefined ? [] : [schema["const"]]),
  );
  if (values.every((list) => list.length > 0)) return { description, enum: [...new Set(values.flat())] };
  return { description, anyOf: [first, ...others] };
}

/** Required fields first, else in the order given. */
export function requiredFirst(fields: readonly Field[]): Field[] {
  return [...fields.filter(({ required }) => required), ...fields.filter(({ required }) => !required)];
}

/** The names of the components a value may be, itself or as items of a list. */
export function componentsIn(schema: Schema): string[] {
  const forms = formsOf(schema).flatMap((form) => (form["items"] ? formsOf(form["items"]) : [form]));
  return [...new Set(forms.flatMap((form) => refName(form) ?? []))];
}

/** Every operation with the name of its row; an alias has the name of its target. */
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
