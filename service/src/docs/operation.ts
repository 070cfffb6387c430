import { html } from "hono/html";
import { errorStatuses, type ErrorCode, type OperationRow } from "referrals-embed/contract";
import { fieldsOf, fieldTable, typeOf, type Schema } from "./fields.ts";
import type { Html } from "./page.ts";

const credentials: Record<OperationRow["auth"], string> = {
  key: "Secret API key",
  publishable: "Publishable key",
  embed: "Embed token",
  none: "None",
};

/** One operation: what it is for, who may call it, what it takes, answers and refuses. */
export function operationSection(name: string, row: OperationRow, described: Schema, description: Schema): Html {
  const parameters: Schema[] = described["parameters"] ?? [];
  const body: Schema | undefined = described["requestBody"]?.content["application/json"].schema;
  const scope = row.scope === "none" || row.auth === "none" ? "" : html`, scope <code>${row.scope}</code>`;
  return html`<section aria-labelledby="${name}">
    <h3 id="${name}">${row.summary}</h3>
    <code class="route">${row.method} ${row.path}</code>
    <p class="quiet">Operation <code>${name}</code>. Credential: ${credentials[row.auth]}${scope}.</p>
    ${["path", "query"].map((place) => parameterTable(place, parameters))}
    ${
      body
        ? html`<h4>Body</h4>
            ${bodyOf(body, description)}`
        : ""
    }
    <h4>Answer</h4>
    <p><code>${row.ok}</code> ${answerOf(described["responses"][row.ok])}</p>
    <h4>Errors</h4>
    <p>${errorsOf(described)}</p>
  </section>`;
}

function parameterTable(place: string, parameters: readonly Schema[]): Html | "" {
  const own = parameters
    .filter((parameter) => parameter["in"] === place)
    .map(({ name, required, schema }) => ({ name, required, schema }));
  if (own.length === 0) return "";
  return html`<h4>${place === "path" ? "Path" : "Query"}</h4>
    ${fieldTable(own, "Parameter")}`;
}

function bodyOf(schema: Schema, description: Schema): Html {
  const name = schema["$ref"]?.split("/").at(-1);
  const fields = fieldsOf(name ? description["components"].schemas[name] : schema);
  return fields.length > 0 ? fieldTable(fields, "Field") : html`<p>${typeOf(schema)}</p>`;
}

function answerOf({ content = {} }: Schema): Html {
  const [[media, { schema }] = ["", { schema: {} }]] = Object.entries<Schema>(content);
  if (schema.format === "binary") return html`${Object.keys(content).join(" or ")}`;
  const fields = fieldsOf(schema);
  return html`${media ? typeOf(schema) : ""}${fields.length > 0 ? fieldTable(fields, "Field") : ""}`;
}

function errorsOf(described: Schema): Html {
  const codes = (Object.keys(errorStatuses) as ErrorCode[]).filter(
    (code) => described["responses"][errorStatuses[code]],
  );
  return html`${codes.map(
    (code, index) => html`${index > 0 ? ", " : ""}<a href="/docs/errors#${code}">${errorStatuses[code]} ${code}</a>`,
  )}`;
}
