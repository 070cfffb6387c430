import { html } from "hono/html";
import { errorStatuses, type ErrorCode, type OperationRow } from "referrals-embed/contract";
import { toSource, type CodeSample } from "./code-samples.ts";
import { componentOf, componentsIn, fieldsOf, requiredFirst, type Schema } from "./fields.ts";
import { fieldList } from "./field-list.ts";
import { codeBlock, inline, type Html } from "./page.ts";
import { typeWords } from "./type-words.ts";

const credentials: Record<OperationRow["auth"], string> = {
  key: "Secret API key",
  publishable: "Publishable key",
  embed: "Embed token",
  none: "No credential",
};

/** One operation: purpose, access, input, output and errors, with examples beside it. */
export function operationSection(
  name: string,
  row: OperationRow,
  { described, document }: { described: Schema; document: Schema },
): Html {
  return html`<section class="operation">
    <h3 id="${name}"><a href="#${name}">${row.summary}</a></h3>
    <div class="words">
      <p class="route">${method(row.method)} <code>${row.path}</code></p>
      <p>${inline(described["description"])}</p>
      <p class="quiet">${conditionsOf(row, described)} Operation <code>${name}</code>.</p>
      ${["path", "query"].map((place) => parametersOf(place, described["parameters"] ?? []))}
      ${bodyOf(described, document)} ${answerOf(described["responses"][row.ok], row.ok)}
      <h4>Errors</h4>
      <p class="errors">${errorsOf(described)}</p>
    </div>
    <div class="samples">${samplesOf(described, row)}</div>
  </section>`;
}

/** A method, coloured by what it does. */
export function method(name: OperationRow["method"]): Html {
  return html`<b class="method ${name.toLowerCase()}">${name}</b>`;
}

function conditionsOf({ auth, scope, needs: also = [] }: OperationRow, { parameters = [] }: Schema): Html {
  const others = also.map((one) => html` and <code>${one}</code>`);
  const needs = scope === "none" || auth === "none" ? "" : html` with scope <code>${scope}</code>${others}`;
  const isKeyed = parameters.some(({ name }: Schema) => name === "Idempotency-Key");
  return html`${credentials[auth]}${needs}.
  ${isKeyed ? html`Takes an <a href="/docs/api#repeating">Idempotency-Key</a>.` : ""}`;
}

function parametersOf(place: string, parameters: readonly Schema[]): Html | "" {
  const own = parameters
    .filter((parameter) => parameter["in"] === place)
    .map(({ name, required = false, schema, description }) => ({ name, required, schema, description }));
  if (own.length === 0) return "";
  return html`<h4>${place === "path" ? "Path" : "Query"}</h4>
    ${fieldList(requiredFirst(own), "request")}`;
}

function bodyOf({ requestBody }: Schema, document: Schema): Html | "" {
  if (!requestBody) return "";
  const schema: Schema = requestBody.content["application/json"].schema;
  const items = schema["items"] ? html`<p>${typeWords(schema)}. Each of them:</p>` : "";
  const fields = fieldsOf(componentOf(document, schema["items"] ?? schema) ?? schema);
  return html`<h4>Body</h4>
    ${items}${fields.length > 0 ? fieldList(fields, "request") : html`<p>An empty object.</p>`}`;
}

function answerOf({ content = {} }: Schema, status: number): Html {
  const [[media, { schema }] = ["", { schema: {} }]] = Object.entries<Schema>(content);
  const isFile = schema.format === "binary";
  const fields = componentsIn(schema).length > 0 ? [] : fieldsOf(schema);
  const what = isFile ? Object.keys(content).join(" or ") : media && fields.length === 0 ? typeWords(schema) : "";
  return html`<h4>Answer <span class="quiet">${status}</span></h4>
    ${what ? html`<p>${what}</p>` : ""} ${fields.length > 0 ? fieldList(fields, "answer") : ""}`;
}

function samplesOf({ responses, "x-codeSamples": samples = [] }: Schema, { ok, summary }: OperationRow): Html {
  const answer: unknown = responses[ok].content?.["application/json"]?.example;
  return html`${samples.map(
    ({ label, source }: CodeSample) =>
      html`<p class="label">${label}</p>
        ${codeBlock(source, `${summary}: ${label}`)}`,
  )}
  ${
    answer === undefined
      ? ""
      : html`<details>
          <summary>Example answer</summary>
          ${codeBlock(toSource(answer, { json: true }), `${summary}: answer`)}
        </details>`
  }`;
}

function errorsOf(described: Schema): Html {
  const codes = (Object.keys(errorStatuses) as ErrorCode[]).filter(
    (code) => described["responses"][errorStatuses[code]],
  );
  return html`${codes.map(
    (code, index) => html`${index > 0 ? ", " : ""}<a href="/docs/errors#${code}">${errorStatuses[code]} ${code}</a>`,
  )}`;
}
