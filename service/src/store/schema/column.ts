import type { ColumnType } from "kysely";

/** `timestamptz(3)`: a Date when read; a Date or ISO text when written. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

/** `jsonb` or `json`: parsed when read; always written as JSON text, since drivers would turn a list into an SQL array. */
export type Json<T> = ColumnType<T, null extends T ? string | null : string, null extends T ? string | null : string>;

/** `Json` with a default in the database, so it may be left out of an insert. */
export type DefaultJson<T> = ColumnType<T, string | undefined, string>;
