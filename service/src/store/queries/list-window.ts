import { sql, type RawBuilder } from "kysely";

/** A place in a list ordered by creation. */
export interface ListPosition {
  id: string;
  createdAt: Date;
}

/** Which part of a list: a page, or what follows or precedes a row. */
export type ListWindow =
  | { offset: number; limit: number }
  | { after: ListPosition; limit: number }
  | { before: ListPosition; limit: number };

/** How a list is ordered: by a column, null last, then by id ascending. */
export interface ListOrder {
  /** The table's alias. */
  table: string;
  column: string;
  direction: "asc" | "desc";
}

/** The condition a cursor adds; true for a page. */
export function windowTest(window: ListWindow, { table, direction }: ListOrder): RawBuilder<boolean> {
  if ("offset" in window) return sql<boolean>`true`;
  const [createdAt, id] = [sql.ref(`${table}.created_at`), sql.ref(`${table}.id`)];
  const place = "after" in window ? window.after : window.before;
  const forward = "after" in window;
  const older = sql.raw((direction === "desc") === forward ? "<" : ">");
  const further = sql.raw(forward ? ">" : "<");
  return sql<boolean>`(${createdAt} ${older} ${place.createdAt} OR (${createdAt} = ${place.createdAt} AND ${id} ${further} ${place.id}))`;
}

/** The order in which a window is read: `before` reads backwards, and its rows are turned round after. */
export function windowOrder(window: ListWindow, { table, column, direction }: ListOrder): RawBuilder<unknown> {
  const backwards = "before" in window;
  const first = sql.raw((direction === "desc") === backwards ? "ASC" : "DESC");
  const second = sql.raw(backwards ? "DESC" : "ASC");
  return sql`${sql.ref(`${table}.${column}`)} ${first} NULLS LAST, ${sql.ref(`${table}.id`)} ${second}`;
}

/** Rows in the order of the list. */
export function inListOrder<T>(window: ListWindow, rows: T[]): T[] {
  return "before" in window ? rows.toReversed() : rows;
}
