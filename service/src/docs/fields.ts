/** A JSON schema of the API description. */
export type Schema = { [keyword: string]: any };

/** A field of an object, a parameter, or a member of a list. */
export interface Field {
  name: string;
  /** It must be given, or is always there. */
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
 * The fields of an object, of the items of a list, or of the several forms a value may have: each field once, those that must
 * be given first. One that only some forms have need not be there.
 */
export function fieldsOf(schema: Schema): Field[] {
  const forms = formsOf(schema).map((form) => formsOf(form["items"] ?? form));
  const objects = forms.flat().filter(({ properties }) => properties);
  const fields = new Map<string, Field>();
  for (const { properties, required = [] } of objects) {
    for (const [name, inner] of Object.entries<Schema>(properties)) {
      const isRequired = required.includes(name) && objects.every((object) => object["properties"][name]);
      const { description } = inner;
      fields.set(name, fields.get(name) ?? { name, required: isRequired, schema: inner, description });
    }
  }
  return requiredFirst([...fields.values()]);
}

/** Fields in their order, but those that must be given before the others. */
export function requiredFirst(fields: readonly Field[]): Field[] {
  return [...fields.filter(({ required }) => required), ...fields.filter(({ required }) => !required)];
}

/** The names of the components a value may be, itself or as items of a list. */
export function componentsIn(schema: Schema): string[] {
  const forms = formsOf(schema).flatMap((form) => (form["items"] ? formsOf(form["items"]) : [form]));
  return [...new Set(forms.flatMap((form) => refName(form) ?? []))];
}
