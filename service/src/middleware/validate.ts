import { ReferralsError, type IssueCode } from "referrals-embed/contract";
import type { z } from "zod";
import { mostMistakes } from "../bounds.ts";
import { present } from "../present.ts";
import { shownName } from "./nearest-name.ts";
import { unknownMessage, unknownProperties, type UnknownProperty } from "./unknown-properties.ts";

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** A mistake in a value: its path, its code, and the required value. */
export interface Mistake {
  path: Path;
  code: IssueCode;
  message: string;
}

/** The first mistakes in a value, at most {@link mostMistakes}, in document order. */
export function mistakesIn(schema: z.ZodType, value: unknown): Mistake[] {
  const parsed = schema.safeParse(value);
  if (parsed.success) return [];
  const unknown = unknownProperties(schema, value);
  return judged(parsed.error.issues, value, unknown).map((issue) => mistakeOf(issue, value));
}

/** The first issues in document order: a reader needs no more, and a body may have one per value. */
function judged(issues: readonly Issue[], value: unknown, unknown: readonly UnknownProperty[]): Issue[] {
  const some = issues.slice(0, mostMistakes).map(narrow).flatMap(eachKey).slice(0, mostMistakes);
  const meant = new Map(unknown.map((one) => [pathOf(one.path), unknownMessage(one)]));
  return some
    .map((issue) =>
      issue.code === "unrecognized_keys"
        ? { ...issue, message: meant.get(pathOf(issue.path)) ?? issue.message }
        : issue,
    )
    .sort(inDocument(value));
}

/** One issue for each unknown key, at that key. */
function eachKey(issue: Issue): Issue[] {
  if (issue.code !== "unrecognized_keys") return [issue];
  return issue.keys.slice(0, mostMistakes).map((key) => ({ ...issue, keys: [key], path: [...issue.path, key] }));
}

/**
 * Checks a value against its schema.
 * @throws unprocessable_entity with `<issue code>: <path>: <message>` of the first of the judged issues in document order
 */
export function validate<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refusal(judged(parsed.error.issues, value, unknownProperties(schema, value)), value);
}

/**
 * The same, and refuses properties that the schema does not name: an ignored property would do less than its author meant.
 * @throws unprocessable_entity, for an unknown property with the nearest known name
 */
export function validateExactly<T>(schema: z.ZodType<T>, value: unknown): T {
  const unknown = unknownProperties(schema, value);
  if (unknown.length === 0) return validate(schema, value);
  const parsed = schema.safeParse(value);
  const others = parsed.success ? [] : parsed.error.issues.filter(({ code }) => code !== "unrecognized_keys");
  throw refusal(judged([...unknown.map(asIssue), ...others], value, unknown), value);
}

function asIssue({ path }: UnknownProperty): Issue {
  const message = "Unknown property";
  return { code: "unrecognized_keys", keys: [String(path.at(-1))], path: path.slice(0, -1), message, input: {} };
}

function refusal([first]: readonly Issue[], value: unknown): ReferralsError {
  return new ReferralsError("unprocessable_entity", describe(present(first, "the first issue"), value));
}

/** An issue in the message of a 422. */
function describe(issue: Issue, value: unknown): string {
  const { path, code, message } = mistakeOf(issue, value);
  return `${code}: ${pathOf(path)}: ${message}`;
}

function mistakeOf(issue: Issue, value: unknown): Mistake {
  const at = valueAt(value, issue.path);
  const code = at === undefined && issue.code !== "custom" ? "invalid_type" : codeOf(issue);
  return { path: issue.path, code, message: messageOf(issue, at) };
}

/** A union's own issue does not help: report the branch whose first issue is deepest. */
function narrow(issue: Issue): Issue {
  if (issue.code !== "invalid_union") return issue;
  const firsts = issue.errors.flatMap((branch) => (branch[0] ? [narrow(branch[0] as Issue)] : []));
  const [best] = firsts.sort((a, b) => b.path.length - a.path.length);
  return best ? { ...best, path: [...issue.path, ...best.path] } : issue;
}

function codeOf(issue: Issue): IssueCode {
  switch (issue.code) {
    case "invalid_type":
    case "invalid_format":
    case "too_small":
    case "too_big":
    case "custom":
      return issue.code;
    default:
      return "invalid_value";
  }
}

/** A path as messages write it: `groups[0].slug`. Long names are cut: twenty paths of them in full would be many times the body. */
export function pathOf(path: Path): string {
  if (path.length === 0) return "body";
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    const name = shownName(String(key));
    return text === "" ? name : `${text}.${name}`;
  }, "");
}

function messageOf(issue: Issue, value: unknown): string {
  if (value === undefined && issue.code !== "custom") return "required";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${nameOf(issue.expected)}`;
    case "too_big":
      return `must be at most ${issue.maximum}${unitOf(issue.origin)}`;
    case "too_small":
      return `must be at least ${issue.minimum}${unitOf(issue.origin)}`;
    case "invalid_value":
      return `must be one of ${issue.values.join(", ")}`;
    default:
      return issue.message;
  }
}

function nameOf(type: string): string {
  if (type === "int") return "an integer";
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function unitOf(origin: string): string {
  if (origin === "string") return " characters";
  return origin === "array" ? " items" : "";
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], value);
}

/** Sorts issues in document order; missing properties come last, in the schema's order. */
function inDocument(value: unknown): (a: Issue, b: Issue) => number {
  // Numbers the names of an object once: it may have 20,000.
  const numbered = new Map<unknown, Map<string, number>>();
  const placesIn = (container: unknown): Map<string, number> => {
    const known = numbered.get(container);
    if (known) return known;
    const keys = typeof container === "object" && container !== null ? Object.keys(container) : [];
    const places = new Map(keys.map((key, index) => [key, index]));
    numbered.set(container, places);
    return places;
  };
  return ({ path: a }, { path: b }) => {
    const depth = a.findIndex((key, index) => key !== b[index]);
    if (depth === -1 || depth >= b.length) return a.length - b.length;
    const places = placesIn(valueAt(value, a.slice(0, depth)));
    const place = (key: PropertyKey): number => places.get(String(key)) ?? places.size;
    return place(present(a[depth], "the part")) - place(present(b[depth], "the part"));
  };
}
