import { present } from "../../present.ts";

/** Query parameters a link mirrors as fields of its own. */
export const urlParameters = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "ref"] as const;
/** One of them. */
export type UrlParameter = (typeof urlParameters)[number];

/** The change of each: set it, remove it (`null` or `""`), or keep it (absent). */
export type ParameterChanges = { [P in UrlParameter]?: string | null };

/** The parameters a URL carries; `null` where it carries none or an empty one. */
export function readParameters(url: string): Record<UrlParameter, string | null> {
  const { segments } = takeApart(url);
  const found = urlParameters.map((name) => {
    const segment = segments.find((candidate) => nameOf(candidate) === name);
    return [name, (segment !== undefined && valueOf(segment)) || null];
  });
  return Object.fromEntries(found) as Record<UrlParameter, string | null>;
}

/**
 * Sets and removes parameters of a URL and keeps every other byte of it: order, escapes and fragment included. A parameter that
 * already has its value keeps its bytes too.
 */
export function mergeParameters(url: string, changes: ParameterChanges): string {
  const parts = takeApart(url);
  let { segments } = parts;
  for (const name of urlParameters) {
    const value = changes[name];
    if (value !== undefined) segments = withParameter(segments, name, value === "" ? null : value);
  }
  const query = segments.join("&");
  const mark = query === "" && (parts.segments.length > 0 || !parts.asked) ? "" : "?";
  return parts.base + mark + query + parts.fragment;
}

/** The URL without these parameters: all variants of one destination share it. */
export function withoutParameters(url: string): string {
  return mergeParameters(url, Object.fromEntries(urlParameters.map((name) => [name, null])));
}

function withParameter(segments: string[], name: UrlParameter, value: string | null): string[] {
  const first = segments.findIndex((segment) => nameOf(segment) === name);
  const before = segments[first];
  if (value === null) return segments.filter((segment) => nameOf(segment) !== name);
  const written = `${name}=${encodeURIComponent(value)}`;
  if (before === undefined) return [...segments, written];
  const kept = valueOf(before) === value ? before : written;
  return segments.flatMap((segment, index) => (index === first ? [kept] : nameOf(segment) === name ? [] : [segment]));
}

interface UrlParts {
  base: string;
  /** Whether the URL has a `?` at all. */
  asked: boolean;
  segments: string[];
  /** With its `#`. */
  fragment: string;
}

function takeApart(url: string): UrlParts {
  const hash = url.indexOf("#");
  const [rest, fragment] = hash === -1 ? [url, ""] : [url.slice(0, hash), url.slice(hash)];
  const mark = rest.indexOf("?");
  if (mark === -1) return { base: rest, asked: false, segments: [], fragment };
  const query = rest.slice(mark + 1);
  return { base: rest.slice(0, mark), asked: true, segments: query === "" ? [] : query.split("&"), fragment };
}

function nameOf(segment: string): string {
  return decoded(segment.split("=", 1)[0] ?? "");
}

function valueOf(segment: string): string {
  const at = segment.indexOf("=");
  return at === -1 ? "" : decoded(segment.slice(at + 1));
}

/** Decodes as forms encode: `+` is a blank; a broken escape stays as it is. */
function decoded(text: string): string {
  return present(new URLSearchParams(`v=${text}`).get("v"), "the value");
}
