import { html } from "hono/html";
import type { Html, PageParts } from "./page.ts";

/** A place that can be found. */
export interface Entry {
  path: string;
  title: string;
  /** The page it is on. */
  place: string;
  text: string;
  /** How much its hits count, 1 unless given. */
  weight?: number;
}

/** A prepared entry, so that a search only compares. */
export interface Indexed extends Entry {
  lower: string;
  /** The words of each part, a blank before every one. */
  words: { title: string; place: string; text: string };
}

export const indexed = (entries: readonly Entry[]): Indexed[] =>
  entries.map((entry) => ({
    ...entry,
    lower: entry.text.toLowerCase(),
    words: { title: lineOf(entry.title), place: lineOf(entry.place), text: lineOf(entry.text) },
  }));

/** A text as words with blanks before them: a word is looked for at its beginning, so that `move` is not found in `remove`. */
const lineOf = (text: string): string => ` ${wordsIn(text).join(" ")}`;

/** Words in lower case; a name such as `minPayoutAmount` or `DATA_DIR` is one word and each of its parts. */
const wordsIn = (text: string): string[] =>
  (text.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []).flatMap((word) => {
    const parts = word.split(/(?<=\p{Ll})(?=\p{Lu})|_+/u).filter((part) => part !== "");
    return (parts.length > 1 ? [word, ...parts] : parts).map((part) => part.toLowerCase());
  });

/** An entry that was found. */
interface Found extends Entry {
  /** The words around the first that matched. */
  excerpt: string;
}

/** Limits of a query and its answer: each word is searched in every entry. */
export const limits = { characters: 100, words: 8, results: 30 };

const titleWeight = 10;
const startWeight = 5;
const placeWeight = 6;
/** Repetitions in a text that count. */
const mostRepeated = 4;

/** Words of a question that nearly every text has, so that they tell nothing apart. */
const common = new Set(
  "a an and are be can do does for from has have how i in is it my of on or that the this to what when where which who why with".split(
    " ",
  ),
);

/** A query: the words that tell places apart, by their stems, and the common ones beside them. */
interface Query {
  words: string[];
  common: string[];
}

function queryOf(text: string): Query {
  const words = (text.toLowerCase().match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []).slice(0, limits.words);
  const telling = words.filter((word) => !common.has(word));
  if (telling.length === 0) return { words, common: [] };
  return { words: telling.map(stemOf), common: words.filter((word) => common.has(word)) };
}

/** What `change`, `changes`, `changed` and `changing` begin with. */
const stemOf = (word: string): string =>
  word.replace(/(?<=\p{L}{4})(ing|ed|es|e|s)$/u, "").replace(/(?<=\p{L}{3})s$/u, "");

/**
 * Entries that have the most words of the query (all of them, where there is one that has), the best first: words in the title count more
 * than those in the text, and common ones count in the title only.
 */
function find(entries: readonly Indexed[], query: Query): { found: Found[]; matched: number } {
  const judged = entries.map((entry) => ({ entry, ...scoreOf(entry, query) }));
  const matched = Math.max(0, ...judged.map(({ matched }) => matched));
  if (matched === 0) return { found: [], matched };
  const found = judged
    .filter((one) => one.matched === matched)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limits.results)
    .map(({ entry }) => ({ ...entry, excerpt: excerptOf(entry, query.words) }));
  return { found, matched };
}

/** How many of the words an entry has, and how well they stand in it. */
function scoreOf({ words: own, weight = 1 }: Indexed, { words, common }: Query): { matched: number; score: number } {
  const points = words.map((word) => {
    const start = ` ${word}`;
    return (
      (own.title.includes(start) ? titleWeight : 0) +
      (own.title.startsWith(start) ? startWeight : 0) +
      (own.place.includes(start) ? placeWeight : 0) +
      timesIn(own.text, start)
    );
  });
  const beside = common.filter((word) => `${own.title} `.includes(` ${word} `)).length * titleWeight;
  return {
    matched: points.filter((one) => one > 0).length,
    score: weight * points.reduce((sum, one) => sum + one, beside),
  };
}

/** How often a text has something, up to the most that counts. */
function timesIn(text: string, part: string): number {
  let times = 0;
  for (let at = text.indexOf(part); at >= 0 && times < mostRepeated; at = text.indexOf(part, at + 1)) times += 1;
  return times;
}

function excerptOf({ text, lower }: Indexed, words: readonly string[]): string {
  const places = words.map((word) => lower.indexOf(word)).filter((index) => index >= 0);
  const at = places.length > 0 ? Math.min(...places) : 0;
  const from = at < 80 ? 0 : text.indexOf(" ", at - 60) + 1;
  const to = text.length <= from + 200 ? text.length : Math.max(text.lastIndexOf(" ", from + 200), from + 1);
  return `${from > 0 ? "… " : ""}${text.slice(from, to)}${to < text.length ? " …" : ""}`;
}

/** The answer to a search, as a page. */
export function searchPage(entries: readonly Indexed[], query: string): PageParts {
  const asked = queryOf(query);
  const { words } = asked;
  const { found, matched } = find(entries, asked);
  const count = found.length === limits.results ? `The first ${limits.results} results` : resultCount(found.length);
  const none = html`<p>
    Nothing has any of these words. Try others, or look through the <a href="/docs">overview of all pages</a>.
  </p>`;
  return {
    title: "Search",
    contents: html``,
    content: html`<p role="status">
        ${words.length === 0 ? "Type a word to search for." : html`${count} for “${query}”.`}
        ${found.length > 0 && matched < words.length ? `None has all of these words: ${matched} of ${words.length} at most.` : ""}
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
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])((?:${words.join("|")})[\\p{L}\\p{N}]*)`, "giu");
  return html`${text.split(pattern).map((part, index) => (index % 2 ? html`<mark>${part}</mark>` : part))}`;
}
