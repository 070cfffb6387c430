import type { z } from "zod";
import { mostMistakes } from "../bounds.ts";
import { nearestName, shownName } from "./nearest-name.ts";

/** A property that its object's schema does not name. */
export interface UnknownProperty {
  path: readonly PropertyKey[];
  /** The properties that the schema names there. */
  names: readonly string[];
}

/** The parts of a schema's definition that contain properties. */
interface Definition {
  type: string;
  shape?: Readonly<Record<string, z.ZodType>>;
  catchall?: z.ZodType;
  element?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  options?: readonly z.ZodType[];
  valueType?: z.ZodType;
}

/**
 * The first properties that a schema does not name, in document order, including those of nested objects. Each value is checked once per
 * alternative of its schema; the search stops at the number that is reported.
 */
export function unknownProperties(schema: z.ZodType, value: unknown): UnknownProperty[] {
  const found: UnknownProperty[] = [];
  look({ found, path: [] }, schema, value);
  return found;
}

interface Search {
  found: UnknownProperty[];
  path: readonly PropertyKey[];
}

function look(search: Search, schema: z.ZodType, value: unknown): void {
  if (typeof value !== "object" || value === null || search.found.length >= mostMistakes) return;
  const def = definitionOf(schema);
  if (def.innerType) look(search, def.innerType, value);
  else if (def.type === "pipe") lookInPipe(search, def, value);
  else if (def.options) lookInUnion(search, def.options, value);
  else if (Array.isArray(value)) {
    if (def.element) lookWithin(search, value.entries(), def.element);
  } else if (def.shape) lookInObject(search, def, value);
  else if (def.type === "record" && def.valueType) lookWithin(search, Object.entries(value), def.valueType);
}

function lookInPipe(search: Search, { in: first, out }: Definition, value: unknown): void {
  const isPrepared = first === undefined || definitionOf(first).type === "transform";
  const read = isPrepared ? out : first;
  if (read) look(search, read, value);
}

/** Chooses the alternative that names most properties; a property unknown to all is reported with the names of all. */
function lookInUnion(search: Search, options: readonly z.ZodType[], value: unknown): void {
  const tried = options
    .filter((option) => takes(option, value))
    .map((option) => {
      const found: UnknownProperty[] = [];
      look({ found, path: search.path }, option, value);
      return found;
    });
  const [best] = tried.toSorted((a, b) => a.length - b.length);
  const depth = search.path.length + 1;
  const names = [...new Set(tried.flat().flatMap((one) => (one.path.length === depth ? one.names : [])))];
  search.found.push(...(best ?? []).map((one) => (one.path.length === depth ? { ...one, names } : one)));
}

function takes(schema: z.ZodType, value: unknown): boolean {
  const { type, innerType } = definitionOf(schema);
  if (innerType) return takes(innerType, value);
  return type === "array"
    ? Array.isArray(value)
    : !["string", "number", "boolean", "literal", "enum", "null"].includes(type);
}

function lookWithin(search: Search, entries: Iterable<[PropertyKey, unknown]>, schema: z.ZodType): void {
  for (const [key, item] of entries) look({ ...search, path: [...search.path, key] }, schema, item);
}

function lookInObject(search: Search, { shape = {}, catchall }: Definition, value: object): void {
  const takesMore = catchall !== undefined && definitionOf(catchall).type !== "never";
  const names = Object.keys(shape);
  for (const key of Object.keys(value)) {
    if (search.found.length >= mostMistakes) return;
    const path = [...search.path, key];
    const known = Object.hasOwn(shape, key) ? shape[key] : takesMore ? catchall : undefined;
    if (known) look({ ...search, path }, known, (value as Record<string, unknown>)[key]);
    else search.found.push({ path, names });
  }
}

function definitionOf(schema: z.ZodType): Definition {
  return schema._zod.def as unknown as Definition;
}

/** The message about an unknown property, with the nearest known name. */
export function unknownMessage({ path, names }: UnknownProperty): string {
  const name = String(path.at(-1));
  const meant = nearestName(name, names);
  return `Unknown property \`${shownName(name)}\`. ${meant === undefined ? "Leave it out." : `Did you mean \`${meant}\`?`}`;
}
