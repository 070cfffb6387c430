import { html } from "hono/html";
import { operations, type OperationName, type OperationRow } from "referrals-embed/contract";
import { fieldsOf, type Schema } from "./fields.ts";
import { fieldList } from "./field-list.ts";
import { gettingStarted } from "./getting-started.ts";
import { groups, type Group } from "./groups.ts";
import { guideLink, guideOf } from "./guides.ts";
import { method, operationSection } from "./operation.ts";
import { inline, page, type Html } from "./page.ts";
import { typeWords } from "./type-words.ts";

interface Member {
  name: OperationName;
  row: OperationRow;
  described: Schema;
}

interface Chapter extends Group {
  group: string;
  id: string;
  members: Member[];
}

/** The reference of every operation the API description names, from the description itself and the contract's table. */
export function reference(document: Schema): string {
  const chapters = chaptersOf(document);
  const records = Object.entries<Schema>(document["components"].schemas).sort(([a], [b]) => (a < b ? -1 : 1));
  const contents = html`<ul>
    <li><a href="#start">Before you start</a></li>
    ${chapters.map(
      ({ group, id, title, members }) =>
        html`<li>
          <a href="#${id}">${title}</a>
          <ul>
            ${linksOf({ group, members }).map(([id, text]) => html`<li><a href="#${id}">${text}</a></li>`)}
          </ul>
        </li>`,
    )}
    <li>
      <a href="#records">Records</a>
      <ul>
        ${records.map(([name]) => html`<li><a href="#record-${name}">${name}</a></li>`)}
      </ul>
    </li>
  </ul>`;
  const content = html`${gettingStarted(document["servers"][0].url)}
    ${chapters.map((chapter) => chapterSection(chapter, document))}
    <section class="chapter" aria-labelledby="records">
      <h2 id="records">Records</h2>
      ${records.map(([name, schema]) => recordSection(name, schema))}
    </section>`;
  return page({ title: "API reference", contents, content });
}

function chaptersOf(document: Schema): Chapter[] {
  const members = Object.entries(operations).flatMap(([name, row]): Member[] => {
    const described = document["paths"][row.path]?.[row.method.toLowerCase()];
    return described ? [{ name: name as OperationName, row, described }] : [];
  });
  return Object.entries(groups).map(([group, words]) => ({
    ...words,
    group,
    id: `group-${group}`,
    members: members.filter(({ name }) => name.startsWith(`${group}.`)),
  }));
}

/** The parts of a chapter: its guide, then its operations. */
function linksOf({ group, members }: Pick<Chapter, "group" | "members">): [id: string, text: string][] {
  const guide = guideLink(group);
  const own = members.map(({ name, row }): [string, string] => [name, row.summary]);
  return guide ? [[guide.id, guide.title], ...own] : own;
}

function chapterSection({ group, id, title, text, members }: Chapter, document: Schema): Html {
  return html`<section class="chapter" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    <p>${inline(text)}</p>
    <ul class="routes">
      ${members.map(
        ({ name, row }) =>
          html`<li>
            ${method(row.method)} <a href="#${name}"><code>${row.path}</code></a>
          </li>`,
      )}
    </ul>
    ${guideOf(group)} ${members.map(({ name, row, described }) => operationSection(name, row, { described, document }))}
  </section>`;
}

function recordSection(name: string, schema: Schema): Html {
  const fields = fieldsOf(schema);
  const about = schema["description"];
  return html`<section>
    <h3 id="record-${name}"><a href="#record-${name}">${name}</a></h3>
    ${about ? html`<p>${inline(about)}</p>` : ""}
    ${fields.length > 0 ? fieldList(fields, /(Input|Patch|Props)$/.test(name) ? "request" : "answer") : html`<p>${typeWords(schema)}</p>`}
  </section>`;
}
