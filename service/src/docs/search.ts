import { html } from "hono/html";
import type { Html, PageParts } from "./page.ts";

/** A place that can be found. */
export interface Entry {
  path: string;
  title: string;
  /** The page it is on. */
  place: string;
  text: string;
}

/** A prepared entry, so that a search only compares. */
export interface Indexed extends Entry {
  lower: { title: string; place: string; text: string };
}

export const indexed = (entries: readonly Entry[]): Indexed[] =>
  entries.map((entry) => ({
    ...entry,
    lower: {
      title: entry.title.toLowerCase(),
      place: entry.place.toLowerCase(),
      text: entry.text.toLowerCase(),
    },
  }));

/** An entry that was found. */
interface Found extends Entry {
  /** The words around the first that matched. */
  excerpt: string;
}

/** Limits of a query and its answer: each word is searched in every entry. */
export const limits = { characters: 100, words: 8, results: 30 };

const titleWeight = 10;
const startWeight = 5;
const placeWeight = 3;

/** The words of a query. */
const wordsOf = (query: string): string[] =>
  query
    .toLowerCase()
    .split(/[^\p{L}\p{N}_{}/.-]+/u)
    .map((word) => word.replace(/^[.-]+|[.-]+$/g, ""))
    .filter((word) => word !== "")
    .slice(0, limits.words);

/** Entries that have every word of the query, the best first: words in the title count more than those in the text. */
function find(entries: readonly Indexed[], query: string): Found[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limits.results)
    .map(({ entry }) => ({ ...entry, excerpt: excerptOf(entry, words) }));
}

/** 0 when a word is missing. */
function scoreOf({ lower }: Indexed, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    const points =
      (lower.title.includes(word) ? titleWeight : 0) +
      (lower.title.startsWith(word) ? startWeight : 0) +
      (lower.place.includes(word) ? placeWeight : 0) +
      (lower.text.includes(word) ? 1 : 0);
    if (points === 0) return 0;
    score += points;
  }
  return score;
}

function excerptOf({ text, lower }: Indexed, words: readonly string[]): string {
  const places = words.map((word) => lower.text.indexOf(word)).filter((index) => index >= 0);
  const at = places.length > 0 ? Math.min(...places) : 0;
  const from = at < 80 ? 0 : text.indexOf(" ", at - 60) + 1;
  const to = text.length <= from + 200 ? text.length : Math.max(text.lastIndexOf(" ", from + 200), from + 1);
  return `${from > 0 ? "… " : ""}${text.slice(from, to)}${to < text.length ? " …" : ""}`;
}

/** The answer to a search, as a page. */
export function searchPage(entries: readonly Indexed[], query: string): PageParts {
  const found = find(entries, query);
  const words = wordsOf(query);
  const count = found.length === limits.results ? `The first ${limits.results} results` : resultCount(found.length);
  const none = html`<p>
    Nothing has all of these words. Try fewer, or look through the <a href="/docs">overview of all pages</a>.
  </p>`;
  return {
    title: "Search",
    contents: html``,
    content: html`<p role="status">
        ${words.length === 0 ? "Type a word to search for." : html`${count} for “${query}”.`}
      </p>
      ${words.length > 0 && found.length === 0 ? none : ""}
      <ol class="found">
        ${found.map(
          ({ path, title, place, excerpt }) =>
            html`<li>
              <a href="${path}">${title}</a> ${place === title ? "" : html`<span class="quiet">${place}</span>`}
              <p>${marked(excerpt, words)}</p>
            </li>`,
        )}
      </ol>`,
  };
}

const resultCount = (count: number): string => (count === 1 ? "1 result" : `${count || "No"} results`);

/** A text whose matching words are marked. */
function marked(text: string, words: readonly string[]): Html {
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[.{}]/g, "\\$&")).join("|")})`, "gi");
  return html`${text.split(pattern).map((part, index) => (index % 2 ? html`<mark>${part}</mark>` : part))}`;
}
