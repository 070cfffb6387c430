import type { Schema } from "../../src/docs/fields.ts";

/** Where an API description names a parameter or a field and does not say what it is: as `place: name`. */
export function undescribed(document: Schema): string[] {
  const missing = new Set<string>();
  for (const [name, schema] of Object.entries<Schema>(document["components"].schemas)) look(name, schema);
  for (const methods of Object.values<Schema>(document["paths"])) {
    for (const { operationId, parameters = [], requestBody, responses } of Object.values<Schema>(methods)) {
      for (const { name, in: place, description } of parameters)
        if (!description) missing.add(`${operationId} ${place}: ${name}`);
      for (const [place, { content = {} }] of Object.entries<Schema>({ body: requestBody ?? {}, ...responses }))
        for (const { schema } of Object.values<Schema>(content)) look(`${operationId} ${place}`, schema);
    }
  }
  return [...missing];

  function look(place: string, schema: Schema): void {
    for (const [name, property] of Object.entries<Schema>(schema["properties"] ?? {})) {
      if (!property["description"]) missing.add(`${place}: ${name}`);
      look(`${place}.${name}`, property);
    }
    const inner = [schema["items"], schema["additionalProperties"], schema["anyOf"], schema["oneOf"], schema["allOf"]];
    for (const part of inner.flat()) if (typeof part === "object") look(place, part);
  }
}
