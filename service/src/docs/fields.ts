import { html } from "hono/html";
import type { Html } from "./page.ts";

/** A JSON schema of the API description. */
export type Schema = { [keyword: string]: any };

/** A row of a table of fields. */
interface Field {
  name: string;
  required: boolean;
  schema: Schema;
}

/** The name of the component a schema refers to. */
const refName = (schema: Schema): string | undefined => schema["$ref"]?.split("/").at(-1);

/** The fields of an object, those of nested objects and lists by dotted name. */
export function fieldsOf(schema: Schema, prefix = ""): Field[] {
  const required: string[] = schema["required"] ?? [];
  return Object.entries<Schema>(schema["properties"] ?? {}).flatMap(([key, inner]) => {
    const name = prefix + key;
    const own: Field = { name, required: required.includes(key), schema: inner };
    const list = inner["type"]?.includes("array") ? inner["items"] : undefined;
    return [own, ...(list ? fieldsOf(list, `${name}[].`) : fieldsOf(inner, `${name}.`))];
  });
}

/** A table of fields; `known` says which field must be given. */
export function fieldTable(fields: readonly Field[], known: string): Html {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${known}</th>
        <th scope="col">Value</th>
      </tr>
    </thead>
    <tbody>
      ${fields.map(
        ({ name, required, schema }) =>
          html`<tr>
            <th scope="row"><code>${name}</code>${required ? "" : html` <span class="quiet">optional</span>`}</th>
            <td>${typeOf(schema)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** What a value may be, in words. */
export function typeOf(schema: Schema): Html {
  const name = refName(schema);
  if (name) return html`<a href="#record-${name}">${name}</a>`;
  const branches: Schema[] | undefined = schema["anyOf"] ?? schema["oneOf"] ?? schema["allOf"];
  if (branches) return html`${branches.map((branch, index) => html`${index > 0 ? " or " : ""}${typeOf(branch)}`)}`;
  if (schema["enum"])
    return html`${schema["enum"].map((value: unknown, index: number) => html`${index > 0 ? " " : ""}<code>${String(value)}</code>`)}`;
  const types = [schema["type"] ?? "any"].flat().filter((type: string) => type !== "null");
  const nullable = [schema["type"]].flat().includes("null") ? " or null" : "";
  const list = types[0] === "array" && schema["items"] ? html`list of ${typeOf(schema["items"])}` : types.join(" or ");
  return html`${list}${nullable}${limitsOf(schema)}${schema["deprecated"] ? ", deprecated" : ""}`;
}

const limits: Record<string, (limit: unknown) => string> = {
  format: (format) => (format === "date-time" ? "date and time, ISO 8601" : String(format)),
  minLength: (limit) => `at least ${limit} characters`,
  maxLength: (limit) => `at most ${limit} characters`,
  minimum: (limit) => `from ${limit}`,
  maximum: (limit) => `up to ${limit}`,
  minItems: (limit) => `at least ${limit} items`,
  maxItems: (limit) => `at most ${limit} items`,
  default: (value) => `default ${JSON.stringify(value)}`,
};

function limitsOf(schema: Schema): string {
  return Object.entries(limits)
    .filter(([keyword]) => schema[keyword] !== undefined)
    .filter(([keyword]) => Math.abs(Number(schema[keyword])) !== Number.MAX_SAFE_INTEGER)
    .map(([keyword, say]) => `, ${say(schema[keyword])}`)
    .join("");
}
