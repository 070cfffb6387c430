import { html, raw } from "hono/html";
import type { Config } from "../config.ts";
import type { PageParts, SitePart } from "./page.ts";
import type { Entry } from "./search.ts";

/** A guide of docs/guides as the build rendered it (scripts/build/guides.mjs). */
export interface Guide {
  /** Last part of its address. */
  name: string;
  title: string;
  /** Its first sentence, as text. */
  about: string;
  html: string;
  /** The same for programs that read: its Markdown, whose links are whole addresses. */
  markdown: string;
  /** Its text by heading, for the search; the first part has no heading. */
  sections: readonly { id: string; title: string; text: string }[];
}

/** Guides that belong together, in the order of docs/guides/order.json. */
export interface GuideChapter {
  title: string;
  guides: readonly Guide[];
}

export const guidePath = (name: string): string => `/docs/${name}`;

/** The placeholder host in a guide. */
const standIn = "app.example.com";

/** Guides with the addresses of this service in their examples. */
export function localGuides(chapters: readonly GuideChapter[], { apiUrl, appUrl }: Config): GuideChapter[] {
  const addresses: Readonly<Record<string, string>> = {
    [`https://${standIn}/api`]: apiUrl,
    [`https://${standIn}`]: appUrl,
    [standIn]: new URL(appUrl).host,
  };
  const pattern = new RegExp(Object.keys(addresses).join("|").replaceAll(".", "\\."), "g");
  const local = (text: string): string => text.replace(pattern, (found) => addresses[found] ?? found);
  return chapters.map(({ title, guides }) => ({
    title,
    guides: guides.map((guide) => ({
      ...guide,
      html: local(guide.html),
      markdown: local(guide.markdown),
      sections: guide.sections.map((section) => ({ ...section, text: local(section.text) })),
    })),
  }));
}

/** The page of a guide. */
export function guidePage({ title, html: content, sections }: Guide): PageParts {
  const contents = html`<ul>
    ${sections.flatMap(({ id, title }) => (id ? html`<li><a href="#${id}">${title}</a></li>` : []))}
  </ul>`;
  return { title, contents, content: html`<article class="guide">${raw(content)}</article>` };
}

/** The guides in the contents of every page. */
export const guideParts = (chapters: readonly GuideChapter[]): SitePart[] =>
  chapters.map(({ title, guides }) => ({
    title,
    pages: guides.map(({ name, title }) => ({ path: guidePath(name), title })),
  }));

/** Search entries of the guides. */
export const guideEntries = (chapters: readonly GuideChapter[]): Entry[] =>
  chapters.flatMap(({ guides }) =>
    guides.flatMap((guide) =>
      guide.sections.map(({ id, title, text }) => ({
        path: id ? `${guidePath(guide.name)}#${id}` : guidePath(guide.name),
        title: title || guide.title,
        place: guide.title,
        text,
      })),
    ),
  );
