import { html } from "hono/html";
import { fieldsOf, formsOf, type Field, type Schema } from "./fields.ts";
import { inline, type Html } from "./page.ts";
import { typeWords } from "./type-words.ts";

/** Whether the fields are input or output. */
export type Direction = "request" | "answer";

/** Fields with their descriptions; fields of nested objects are folded below. */
export function fieldList(fields: readonly Field[], direction: Direction): Html {
  return html`<ul class="fields">
    ${fields.map((field) => fieldItem(field, direction))}
  </ul>`;
}

function fieldItem({ name, required, schema, description }: Field, direction: Direction): Html {
  const inner = fieldsOf(schema);
  const marks = { request: required ? html`<b>required</b>` : "", answer: required ? "" : html`<i>not always</i>` };
  return html`<li>
    <code>${name}</code> <span>${typeWords(schema)}</span> ${marks[direction]}
    ${schema["deprecated"] ? html`<s>deprecated</s>` : ""} ${description ? html`<p>${inline(description)}</p>` : ""}
    ${meaningList(schema)}
    ${
      inner.length > 0
        ? html`<details>
            <summary>Fields of <code>${name}</code></summary>
            ${fieldList(inner, direction)}
          </details>`
        : ""
    }
  </li>`;
}

/** What the values of a field mean, where their names do not say it all. */
function meaningList(schema: Schema): Html | "" {
  const [meanings] = formsOf(schema).flatMap(
    (form) => form["x-enumDescriptions"] ?? form["items"]?.["x-enumDescriptions"] ?? [],
  );
  if (!meanings) return "";
  return html`<details>
    <summary>Values</summary>
    <ul class="values">
      ${Object.entries<string>(meanings).map(([value, words]) => html`<li><code>${value}</code> ${words}</li>`)}
    </ul>
  </details>`;
}
