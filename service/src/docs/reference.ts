import { html } from "hono/html";
import { operations, type OperationName } from "referrals-embed/contract";
import { fieldsOf, fieldTable, typeOf, type Schema } from "./fields.ts";
import { operationSection } from "./operation.ts";
import { page, type Html } from "./page.ts";

/** The reference of every operation the API description names, from the description itself and the contract's table. */
export function reference(description: Schema): Html {
  const named = Object.entries(operations).flatMap(([name, row]) => {
    const described = description["paths"][row.path]?.[row.method.toLowerCase()];
    return described ? [{ name: name as OperationName, row, described }] : [];
  });
  const groups = [...new Set(named.map(({ name }) => name.split(".")[0]!))].map((group) => ({
    group,
    members: named.filter(({ name }) => name.split(".")[0] === group),
  }));
  const records = Object.entries<Schema>(description["components"].schemas);
  const navigation = html`<ul>
      <li><a href="#start">Before you start</a></li>
      <li><a href="/docs/errors">Errors</a></li>
      <li><a href="#records">Records</a></li>
    </ul>
    ${groups.map(
      ({ group, members }) =>
        html`<h2>${titleOf(group)}</h2>
          <ul>
            ${members.map(({ name, row }) => html`<li><a href="#${name}">${row.summary}</a></li>`)}
          </ul>`,
    )}`;
  const content = html`${start(description)}
    ${groups.map(
      ({ group, members }) =>
        html`<h2>${titleOf(group)}</h2>
          ${members.map(({ name, row, described }) => operationSection(name, row, described, description))}`,
    )}
    <h2 id="records">Records</h2>
    ${records.map(
      ([name, schema]) =>
        html`<section>
          <h3 id="record-${name}">${name}</h3>
          ${recordFields(schema)}
        </section>`,
    )}`;
  return page("API reference", navigation, content);
}

/** The fields of a record; one of several forms shows each. */
function recordFields(schema: Schema): Html {
  const forms: Schema[] = schema["anyOf"] ?? schema["oneOf"] ?? [schema];
  return html`${forms.map((form) => {
    const fields = fieldsOf(form["items"] ?? form);
    return fields.length > 0
      ? html`<p>${typeOf(form)}</p>
          ${fieldTable(fields, "Field")}`
      : html`<p>${typeOf(form)}</p>`;
  })}`;
}

const titleOf = (group: string): string => group.replace(/([A-Z])/g, " $1").toLowerCase();

function start(description: Schema): Html {
  const url = description["servers"][0].url;
  return html`<section id="start" aria-label="Before you start">
    <p>
      Every path below stands behind <code>${url}</code>. The same description for machines:
      <a href="${url}/openapi.json"><code>openapi.json</code></a
      >.
    </p>
    <h3>Credentials</h3>
    <p>
      Send <code>Authorization: Bearer &lt;credential&gt;</code>. A secret API key (<code>ref_…</code>) belongs on a
      server, never in a page. A publishable key (<code>ref_pub_…</code>) may stand in a page and tracks leads and sales
      from it. An embed token (<code>ref_embed_…</code>) lets one partner's browser read that partner's own data; mint
      one per visit on your server, and pass only email addresses you have verified.
    </p>
    <h3>Values</h3>
    <p>
      Bodies are JSON in UTF-8. Dates are ISO 8601, answered in UTC with milliseconds. Money is an integer in the minor
      unit of the program's currency. Keys we do not know are ignored. In <code>PATCH</code>, <code>null</code> clears a
      field and an absent field stays.
    </p>
    <h3>Repeating a request safely</h3>
    <p>
      An <code>Idempotency-Key</code> header on <code>POST</code>, <code>PUT</code> and <code>PATCH</code> makes a
      repetition within 24 hours answer what the first one answered. The same key with another body is a conflict.
      Secrets are not kept: a repetition shows a new secret key or webhook secret as <code>null</code>. Publishable keys
      are no secrets. Minting embed tokens takes no key: each call makes another token.
    </p>
    <h3>Limits</h3>
    <p>
      <code>X-RateLimit-Limit</code>, <code>X-RateLimit-Remaining</code> and <code>X-RateLimit-Reset</code> tell how
      many requests are left; a 429 says in <code>Retry-After</code> how many seconds to wait.
    </p>
    <h3>Support</h3>
    <p>Every answer carries <code>X-Request-Id</code>; the log of the service knows it.</p>
  </section>`;
}
