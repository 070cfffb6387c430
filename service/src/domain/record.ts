import type { z } from "zod";
import { columnName, type ColumnName } from "../column-name.ts";

/** What a row has for a field: a column of its name, in either spelling; a time is shown as text. */
type Stored<Row, Field extends string> = Field extends keyof Row
  ? Shown<Row[Field]>
  : ColumnName<Field> extends keyof Row
    ? Shown<Row[ColumnName<Field>]>
    : undefined;
type Shown<Value> = Value extends Date ? string : Value;

/** The fields of a record that its row does not have as they are shown: those of another name, type or unit. */
type Differing<Of, Row> = {
  [Field in keyof Of & string as [Stored<Row, Field>] extends [Of[Field]] ? never : Field]: Of[Field];
};

/**
 * A record from its row: the fields of `schema`, and no column beside them. `own` has the fields that differ from their
 * column; the compiler asks for each.
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
    // What a record may lack, as a secret, is in it only where the caller says so.
    const isOptional = shape[field]?._zod.optout === "optional";
    const value = field in given || isOptional ? given[field] : stored[field in row ? field : columnName(field)];
    return value === undefined ? [] : [[field, value instanceof Date ? value.toISOString() : value]];
  });
  return Object.fromEntries(entries) as z.output<z.ZodObject<Fields>>;
}

/** A value as it is written: lists and objects are JSON text. */
type Written<Value> = Value extends string | number | boolean | null | undefined ? Value : string;

/**
 * The columns that a body sets, each named as its field: those of `schema`'s fields that are given. A field of another
 * name is left out of `input`, one of another unit is written over.
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
