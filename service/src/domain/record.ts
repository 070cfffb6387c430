import type { z } from "zod";
import { columnName, type ColumnName } from "../column-name.ts";

/** A row's value for a field: from the column of that name, in camel or snake case; a time becomes text. */
type Stored<Row, Field extends string> = Field extends keyof Row
  ? Shown<Row[Field]>
  : ColumnName<Field> extends keyof Row
    ? Shown<Row[ColumnName<Field>]>
    : undefined;
type Shown<Value> = Value extends Date ? string : Value;

/** The fields of a record whose column differs in name, type or unit. */
type Differing<Of, Row> = {
  [Field in keyof Of & string as [Stored<Row, Field>] extends [Of[Field]] ? never : Field]: Of[Field];
};

/**
 * Builds a record from its row: exactly the fields of `schema`. `own` has the fields that differ from their column; the compiler requires
 * each.
 */
export function recordOf<Fields extends z.ZodRawShape, Row extends object>(
  { shape }: { shape: Fields } & z.ZodType,
  row: Row,
  ...[own]: {} extends Differing<z.output<z.ZodObject<Fields>>, Row>
    ? [own?: Partial<z.output<z.ZodObject<Fields>>>]
    : [own: Differing<z.output<z.ZodObject<Fields>>, Row> & Partial<z.output<z.ZodObject<Fields>>>]
): z.output<z.ZodObject<Fields>> {
  const stored = row as Readonly<Record<string, unknown>>;
  const given: Readonly<Record<string, unknown>> = own ?? {};
  const entries = Object.keys(shape).flatMap((field): [string, unknown][] => {
    // An optional field, such as a secret, is in the record only when the caller passes it.
    const isOptional = shape[field]?._zod.optout === "optional";
    const value = field in given || isOptional ? given[field] : stored[field in row ? field : columnName(field)];
    return value === undefined ? [] : [[field, value instanceof Date ? value.toISOString() : value]];
  });
  return Object.fromEntries(entries) as z.output<z.ZodObject<Fields>>;
}

/** A value for a column: lists and objects become JSON text. */
type Written<Value> = Value extends string | number | boolean | null | undefined ? Value : string;

/**
 * The columns that a body sets, for the fields of `schema` it contains. For a column with another name leave the field out of `input`; for
 * another unit overwrite the value.
 */
export function columnsOf<Fields extends z.ZodRawShape, Input extends { [Field in keyof Fields]?: unknown }>(
  { shape }: { shape: Fields } & z.ZodType,
  input: Input,
): { [Field in keyof Input & keyof Fields & string as ColumnName<Field>]: Written<Input[Field]> } {
  const entries = Object.keys(shape).flatMap((field): [string, unknown][] => {
    const value = input[field];
    if (value === undefined) return [];
    return [[columnName(field), typeof value === "object" && value !== null ? JSON.stringify(value) : value]];
  });
  return Object.fromEntries(entries) as never;
}
