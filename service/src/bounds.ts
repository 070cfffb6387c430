/**
 * The most bytes of UTF-8 that each value from outside may have before it reaches a journal, a cache, an index or a pattern.
 *
 * A visitor's request is never refused for a long header: a long value is cut or counts as unknown. A field of the API that is too long
 * answers 422. An index entry of PostgreSQL holds 2,704 bytes, so all parts of keys stay far below that.
 */
export const bounds = {
  /** A host with its port: names have at most 253 bytes. A longer one cannot be a known host. */
  host: 260,
  /** A short link's key, 190 characters. Nothing longer is looked up or remembered. */
  linkKey: 760,
  /** The same key percent-encoded in a request line, with the alias `/r/` and a slash at its end. */
  linkPath: 3 * 760 + 8,
  /** `User-Agent`; the rest is cut off. */
  userAgent: 512,
  /** `Referer` without query and fragment. Of a longer one only the site is kept. */
  referrer: 2_048,
  /** The host of a referring page; a longer one counts as a direct visit. */
  referrerHost: 253,
  /** The end of `X-Forwarded-For` that is read. */
  forwardedFor: 1_024,
  /** The header named by `GEO_COUNTRY_HEADER`. */
  country: 64,
  /** One fact about a visitor: browser, system, region, city. Part of the key of a sum. */
  facet: 128,
  /** Where a click led, or which page reported it: 8,192 characters. */
  clickUrl: 4 * 8_192,
  /** A parameter in the path of an operation: an identifier of 255 characters. Part of the key of a repeated request. */
  pathParameter: 4 * 255,
  /** A value in the query of an operation. */
  queryParameter: 4 * 8_192,
  /** A string in a body, if its schema has no narrower bound. */
  bodyString: 4 * 10_000,
} as const;

/**
 * The most that one request may send in each input. Bounds of single values do not bound their product: 20,000 names of 40 kB would pass
 * each of them. So every input has limits on bytes, parts and depth, and one reader reads it once, in linear time; details of an error are
 * computed only for an error.
 */
export const ways = {
  /** Request line and headers together: large enough for the longest query of the contract. */
  head: { bytes: 64 * 1024, parts: 200 },
  /** Parameters and path segments of an address, a part of the head. */
  address: { bytes: 64 * 1024, parts: 256 },
  /** A JSON body: its bytes, its values and names together, and its nesting; no operation needs a tenth of that depth. */
  body: { bytes: 1024 * 1024, parts: 20_000, depth: 64 },
  /** A form: a read of the dashboard with its token. */
  form: { bytes: 64 * 1024, parts: 256 },
  /** The form of a link's password. */
  passwordForm: { bytes: 16 * 1024, parts: 16 },
  /** `Cookie`; a longer one counts as none. */
  cookie: { bytes: 16 * 1024 },
  /** A program file, or one of settled payouts, which a command reads as a whole: its bytes, and a program's nesting. */
  file: { bytes: 16 * 1024 * 1024, depth: 64 },
  /** A line of an export: the nesting of a body with what we store around it. */
  copy: { depth: 100 },
  /** A CSV file of any size: the characters of a row, and its columns, each of which is looked up in each row. */
  csv: { row: 1_000_000, columns: 500 },
  /** All unfinished bodies: of all connections of an address, and of the process. */
  unread: { bytesOfAddress: 8 * 1024 * 1024, bytes: 64 * 1024 * 1024 },
  /** All answers that wait in memory to be read: four of the largest for an address, and those of the process. */
  unreadAnswers: { bytesOfAddress: 32 * 1024 * 1024, bytes: 128 * 1024 * 1024 },
  /** All exports that wait to be read in files of the temporary folder. */
  unreadFiles: { bytes: 1024 * 1024 * 1024 },
} as const;

/** Most mistakes examined for a 422: a body may have one per value. */
export const mostMistakes = 20;

/**
 * The most money one call may name, in minor units of its currency: ten billion dollars, or a trillion yen, won or dong. Thousands of the
 * largest sales fit into an exact sum, so a single one cannot fill it.
 */
export const maxAmount = 1_000_000_000_000;

/** The message for an amount that would make a sum inexact. */
export const sumTooLarge =
  "too_big: amount: with it a total would be above 2^53 - 1 minor units, the largest that can be told exactly";

/** Whether a text has more bytes of UTF-8 than that. For nearly all texts, the short ones, the length decides. */
export function exceeds(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return true;
  return text.length * 3 > maxBytes && Buffer.byteLength(text) > maxBytes;
}

/** The start of a text that fits into so many bytes of UTF-8, ending with a whole character; half surrogates become U+FFFD. */
export function cut(text: string, maxBytes: number): string {
  if (!exceeds(text, maxBytes)) return /[\ud800-\udfff]/.test(text) ? Buffer.from(text).toString() : text;
  const start = Buffer.from(text.slice(0, maxBytes)).subarray(0, maxBytes);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(start, { stream: true });
}

/** The user agent of a request as it is judged, hashed and stored. */
export function userAgentOf(header: string | null | undefined): string {
  return cut(header ?? "", bounds.userAgent);
}

/** A referring page as it is stored: without query and fragment, which may hold private data. */
export function referrerOf(header: string | null | undefined): string {
  if (!header) return "";
  const end = header.search(/[?#]/);
  const page = end === -1 ? header : header.slice(0, end);
  if (!exceeds(page, bounds.referrer)) return page;
  const site = /^[a-z][a-z\d+.-]{0,30}:\/\/[^/\\]{1,300}(?=[/\\]|$)/i.exec(page)?.[0] ?? "";
  return site === "" ? "" : `${site}/`;
}
