import type { OperationName } from "referrals-embed/contract";
import { codeSamples, type Example } from "./code-samples.ts";
import { componentOf, formsOf, operationsOf, type Schema } from "./fields.ts";
import { exampleValues, identifier } from "./example-values.ts";

/**
 * Writes an example of each operation into an API description: parameters, body and answer, and the call as code.
 *
 * An answer has an example of each field and repeats the values of the call. A call shows the required fields and those its endpoint adds
 * (`example`).
 */
export function addExamples(document: Schema): void {
  const baseUrl: string = document["servers"][0].url;
  const operations = operationsOf(document);
  const answers = new Map(
    operations.map(([name, { responses }]) => [name, exampleOf(jsonOf(success(responses)).schema, { document })]),
  );
  for (const [name, operation] of operations) {
    const answer = answers.get(name);
    const listed = answers.get(name.replace(/\..*/, ".list"))?.[0]?.id ?? answer?.id;
    const call = exampleCall(operation, document, listed);
    setExample(operation["requestBody"], call.body);
    const sent = { ...call.params, ...(call.body as object), id: name.endsWith(".delete") ? listed : answer?.id };
    setExample(success(operation["responses"]), repeating(answer, sent));
    operation["x-codeSamples"] = codeSamples(name as OperationName, call, baseUrl);
    delete operation["x-example"];
  }
}

/** The input of an operation's example; `id` is the id in the resource's path. */
function exampleCall(
  { parameters = [], requestBody, "x-example": own = {} }: Schema,
  document: Schema,
  id: unknown,
): Example {
  const given: Schema = { id, ...own.params, ...own.query };
  for (const parameter of parameters) {
    const { name, required, schema, description } = parameter;
    const value = given[name] ?? (required ? exampleOf({ description, ...schema }, { document, name }) : undefined);
    if (value !== undefined && name !== "Idempotency-Key") parameter.example = value;
  }
  const shown = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((parameter: Schema) => parameter["in"] === place && parameter["example"] !== undefined)
        .map(({ name, example }: Schema) => [name, example]),
    );
  const required = exampleOf(jsonOf(requestBody).schema, { document, onlyRequired: true });
  const body = Array.isArray(required) ? own.body : requestBody && { ...required, ...own.body };
  return { params: shown("path"), query: shown("query"), ...(body && { body }) };
}

/** The answer with the values of the call. */
function repeating(answer: any, sent: Schema): unknown {
  if (answer === undefined || answer === null || typeof answer !== "object" || Array.isArray(answer)) return answer;
  const same = Object.entries(sent).filter(
    ([name, value]) => answer[name] === null || typeof answer[name] === typeof value,
  );
  return { ...answer, ...Object.fromEntries(same) };
}

interface Place {
  document: Schema;
  /** Name of the field. */
  name?: string;
  /** Leaves out optional fields. */
  onlyRequired?: boolean;
}

/** An example of a value: the schema's own, that of a field with this name, or one its type alone allows. */
export function exampleOf(schema: Schema = {}, place: Place): any {
  const { document, name = "", onlyRequired = false } = place;
  const described = componentOf(document, schema) ?? schema;
  const [own] = schema["examples"] ?? described["examples"] ?? [];
  if (own !== undefined) return own;
  if ("const" in described) return described["const"];
  const types = [described["type"]].flat();
  const known = exampleValues[name]?.find((value) => fits(value, described));
  if (known !== undefined) return known;
  if (described["enum"]) return described["enum"].includes(null) ? null : described["enum"][0];
  const [form = {}] = formsOf(described);
  const description = schema["description"] ?? described["description"];
  if (form !== described) return exampleOf({ description, ...form }, place);
  if (types.includes("object")) {
    const { properties = {}, required = [] } = described;
    const fields = Object.entries<Schema>(properties).filter(([field]) => !onlyRequired || required.includes(field));
    return Object.fromEntries(fields.map(([field, part]) => [field, exampleOf(part, { ...place, name: field })]));
  }
  if (types.includes("array")) return [exampleOf({ description, ...described["items"] }, place)];
  if (types.includes("null") || types[0] === undefined) return null;
  if (types.includes("boolean")) return true;
  if (types.includes("string")) return textOf(name, { ...described, description });
  return Math.max(1, described["minimum"] ?? 1);
}

function textOf(name: string, { description = "", format }: Schema): string {
  const [, prefix] = /`(\w+_)…`/.exec(description) ?? [];
  if (prefix) return identifier(prefix);
  if (format === "date-time" || name.endsWith("At")) return "2026-11-02T09:00:00.000Z";
  return "text";
}

function fits(value: unknown, schema: Schema): boolean {
  if (schema["enum"]) return schema["enum"].includes(value);
  const types = [schema["type"]].flat();
  if (typeof value === "number")
    return types.includes("number") || (types.includes("integer") && Number.isInteger(value));
  if (Array.isArray(value)) return types.includes("array");
  return types.includes(value === null ? "null" : typeof value);
}

const success = (responses: Schema): Schema =>
  Object.entries<Schema>(responses).find(([status]) => status < "300")?.[1] ?? {};

/** What is sent or answered as JSON; a file is not. */
function jsonOf({ content = {} }: Schema = {}): Schema {
  const json: Schema = content["application/json"] ?? {};
  return json["schema"]?.format === "binary" ? {} : json;
}

function setExample(holder: Schema | undefined, value: unknown): void {
  const json = jsonOf(holder);
  if (json["schema"] && value !== undefined) json["example"] = value;
}
