import { html } from "hono/html";
import { operations, type OperationName, type OperationRow } from "referrals-embed/contract";
import { fieldsOf, type Schema } from "./fields.ts";
import { fieldList } from "./field-list.ts";
import { gettingStarted, preliminaries } from "./getting-started.ts";
import { groups as groupWords, type Group } from "./groups.ts";
import { method, operationSection } from "./operation.ts";
import { inline, type PageParts, type SitePart } from "./page.ts";
import type { Entry } from "./search.ts";
import { typeWords } from "./type-words.ts";

interface Member {
  name: OperationName;
  row: OperationRow;
  described: Schema;
}

/** A group with its operations. */
export interface GroupOfOperations extends Group {
  name: string;
  members: Member[];
}

/** The content of the API description, in reading order. */
export interface Reference {
  document: Schema;
  groups: GroupOfOperations[];
  records: [name: string, schema: Schema][];
}

export const apiPath = "/docs/api";
export const recordsPath = "/docs/records";
/** The page of a group: `/docs/api/qr-codes`. */
export const groupPath = (name: string): string => `${apiPath}/${name.replace(/[A-Z]/g, "-$&").toLowerCase()}`;
export const recordPath = (name: string): string => `${recordsPath}/${name}`;

/** The reference of every operation the API description names, from the description itself and the contract's table. */
export function readReference(document: Schema): Reference {
  const members = Object.entries(operations).flatMap(([name, row]): Member[] => {
    const described = document["paths"][row.path]?.[row.method.toLowerCase()];
    return described ? [{ name: name as OperationName, row, described }] : [];
  });
  const groups = Object.entries(groupWords).map(([name, words]) => ({
    ...words,
    name,
    members: members.filter((member) => member.name.startsWith(`${name}.`)),
  }));
  const records = Object.entries<Schema>(document["components"].schemas).sort(([a], [b]) => (a < b ? -1 : 1));
  return { document, groups, records };
}

/** The reference in the contents of every page. It does not need the description. */
export const referenceParts: readonly SitePart[] = [
  {
    title: "API reference",
    pages: [
      { path: apiPath, title: "Before you start" },
      ...Object.entries(groupWords).map(([name, { title }]) => ({ path: groupPath(name), title })),
      { path: recordsPath, title: "Records" },
    ],
  },
  {
    title: "Files and errors",
    pages: [
      { path: "/docs/program-file", title: "Program file" },
      { path: "/docs/errors", title: "Errors" },
    ],
  },
];

/** Pages of the reference by their path. */
export function referencePages(reference: Reference): Map<string, () => PageParts> {
  const { document, groups, records } = reference;
  return new Map([
    [apiPath, () => apiPage(reference)],
    [recordsPath, () => recordsPage(reference)],
    ...groups.map((group): [string, () => PageParts] => [groupPath(group.name), () => groupPage(group, document)]),
    ...records.map(([name, schema]): [string, () => PageParts] => [recordPath(name), () => recordPage(name, schema)]),
  ]);
}

function apiPage({ document, groups }: Reference): PageParts {
  return {
    title: "API reference",
    contents: html`<ul>
      ${Object.entries(preliminaries).map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}
    </ul>`,
    content: html`${gettingStarted(document["servers"][0].url)}
      <section class="chapter" aria-labelledby="groups">
        <h2 id="groups">Operations</h2>
        <ul class="cards">
          ${groups.map(
            ({ name, title, text }) =>
              html`<li>
                <a href="${groupPath(name)}">${title}</a>
                <p>${inline(text)}</p>
              </li>`,
          )}
        </ul>
      </section>`,
  };
}

/** The operations of a group. */
function groupPage({ title, text, guide, members }: GroupOfOperations, document: Schema): PageParts {
  return {
    title,
    contents: html`<ul>
      ${members.map(({ name, row }) => html`<li><a href="#${name}">${row.summary}</a></li>`)}
    </ul>`,
    content: html`<p class="lead">${inline(text)}</p>
      ${guide ? html`<p>Guide: <a href="${guide.path}">${guide.title}</a>.</p>` : ""}
      <h2 id="operations">Operations</h2>
      <ul class="routes">
        ${members.map(
          ({ name, row }) =>
            html`<li>
              ${method(row.method)} <a href="#${name}"><code>${row.path}</code> ${row.summary}</a>
            </li>`,
        )}
      </ul>
      ${members.map(({ name, row, described }) => operationSection(name, row, { described, document }))}`,
  };
}

function recordsPage({ records }: Reference): PageParts {
  return {
    title: "Records",
    contents: html``,
    content: html`<ul class="cards">
      ${records.map(
        ([name, schema]) =>
          html`<li>
            <a href="${recordPath(name)}">${name}</a>
            <p>${inline(schema["description"] ?? "")}</p>
          </li>`,
      )}
    </ul>`,
  };
}

function recordPage(name: string, schema: Schema): PageParts {
  const fields = fieldsOf(schema);
  const about = schema["description"];
  return {
    title: name,
    contents: html``,
    content: html`${about ? html`<p class="lead">${inline(about)}</p>` : ""}
      ${fields.length > 0 ? fieldList(fields, /(Input|Patch|Props)$/.test(name) ? "request" : "answer") : html`<p>${typeWords(schema)}</p>`}
      <p><a href="${recordsPath}">All records</a></p>`,
  };
}

/** Search entries of the reference. */
export const referenceEntries = ({ groups, records }: Reference): Entry[] => [
  ...groups.flatMap(({ name: group, title, members }) =>
    members.map(({ name, row, described }) => ({
      path: `${groupPath(group)}#${name}`,
      title: row.summary,
      place: title,
      text: plain(`${row.method} ${row.path} ${name}. ${described["description"]}`),
    })),
  ),
  ...records.map(([name, schema]) => ({
    path: recordPath(name),
    title: name,
    place: "Records",
    // The form of something: readers look for how it goes first.
    weight: 0.5,
    text: plain(
      `${schema["description"] ?? ""} ${fieldsOf(schema)
        .map((field) => field.name)
        .join(", ")}`,
    ),
  })),
];

/** Words without the marks of code. */
const plain = (text: string): string => text.replaceAll("`", "");
