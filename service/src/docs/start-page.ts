import { html } from "hono/html";
import type { OperationRow } from "referrals-embed/contract";
import { guidePath, type GuideChapter } from "./guides.ts";
import { method } from "./operation.ts";
import { inline, type PageParts } from "./page.ts";
import { apiPath, groupPath, recordPath, type Reference } from "./reference.ts";

/**
 * The pages of guides that were on the one page of earlier releases. Its other addresses (`/docs#partners.list`, `#group-partners`,
 * `#record-Partner`) are ids of rows that link there: a server does not see the part after `#`.
 */
const movedGuides: Readonly<Record<string, { id: string; title: string }>> = {
  tokens: { id: "token-to-browser", title: "From your server to the browser" },
  webhooks: { id: "receiving-events", title: "Receiving events" },
  integrations: { id: "sales-from-a-provider", title: "Sales from your payment provider" },
  payouts: { id: "when-money-goes-out", title: "When money goes out" },
  "moving-in": { id: "moving-in", title: "Moving in from another product" },
};

/** `/docs`: all contents, the quick starts first, and a row for each operation and record. */
export function startPage(chapters: readonly GuideChapter[], { groups, records }: Reference): PageParts {
  return {
    title: "Documentation",
    contents: html``,
    content: html`<p class="lead">
        Show your partners their links and earnings inside your app. <a href="/docs/choose">Choose your way</a>, or
        begin with the quick start of your framework; it takes a few minutes.
      </p>
      ${chapters.map(
        ({ title, guides }, index) =>
          html`<section class="chapter" aria-labelledby="chapter-${index}">
            <h2 id="chapter-${index}">${title}</h2>
            <ul class="cards">
              ${guides.map(
                ({ name, title, about }) =>
                  html`<li id="${movedGuides[name]?.id ?? `guide-${name}`}">
                    <a href="${guidePath(name)}">${title}</a>
                    <p>${about}</p>
                  </li>`,
              )}
            </ul>
          </section>`,
      )}
      <section class="chapter" aria-labelledby="reference">
        <h2 id="reference">Reference</h2>
        <ul class="cards">
          <li id="start">
            <a href="${apiPath}">Before you start</a>
            <p>Credentials, values, limits and errors of the API.</p>
          </li>
          <li id="repeating">
            <a href="${apiPath}#repeating">Repeating a request safely</a>
            <p>The header <code>Idempotency-Key</code>.</p>
          </li>
          <li>
            <a href="/docs/errors">Errors</a>
            <p>When each code comes up, and what to do about it.</p>
          </li>
          <li>
            <a href="/docs/program-file">Program file</a>
            <p>Every field, with an example.</p>
          </li>
        </ul>
      </section>
      <section class="chapter" aria-labelledby="operations">
        <h2 id="operations">Operations</h2>
        ${groups.map(
          ({ name, title, text, members }) =>
            html`<section>
              <h3 id="group-${name}"><a href="${groupPath(name)}">${title}</a></h3>
              <p>${inline(text)}</p>
              <ul class="routes">
                ${members.map(({ name: operation, row }) => operationRow(groupPath(name), operation, row))}
              </ul>
            </section>`,
        )}
      </section>
      <section class="chapter" aria-labelledby="records">
        <h2 id="records">Records</h2>
        <ul class="index">
          ${records.map(([name]) => html`<li id="record-${name}"><a href="${recordPath(name)}">${name}</a></li>`)}
        </ul>
      </section>`,
  };
}

const operationRow = (path: string, name: string, row: OperationRow) =>
  html`<li id="${name}">
    ${method(row.method)} <a href="${path}#${name}"><code>${row.path}</code> ${row.summary}</a>
  </li>`;
