import { sql, type Expression, type RawBuilder } from "kysely";

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
  /** Column of when a row was made. Default `created_at`. */
  made?: string;
}

/** The condition a cursor adds; true for a page. */
export function windowTest(
  window: ListWindow,
  { table, direction, made = "created_at" }: ListOrder,
): RawBuilder<boolean> {
  if ("offset" in window) return sql<boolean>`true`;
  const [createdAt, id] = [sql.ref(`${table}.${made}`), sql.ref(`${table}.id`)];
  const place = "after" in window ? window.after : window.before;
  const forward = "after" in window;
  const older = sql.raw((direction === "desc") === forward ? "<" : ">");
  const further = sql.raw(forward ? ">" : "<");
  // Written so that the index is entered at the place, not read up to it.
  return sql<boolean>`${createdAt} ${older}= ${place.createdAt} AND (${createdAt} ${older} ${place.createdAt} OR ${id} ${further} ${place.id})`;
}

/** The order in which a window is read: `before` reads backwards, and its rows are reversed afterwards. */
export function windowOrder(window: ListWindow, order: ListOrder): RawBuilder<unknown> {
  return listOrder(order, "before" in window);
}

/** The order of a whole list. */
export function listOrder(
  { table, column, direction, made = "created_at" }: ListOrder,
  backwards = false,
): RawBuilder<unknown> {
  const first = sql.raw((direction === "desc") === backwards ? "ASC" : "DESC");
  const second = sql.raw(backwards ? "DESC" : "ASC");
  // The creation time is never null, and a null order would prevent the use of its index.
  const last = sql.raw(column === made ? "" : "NULLS LAST");
  return sql`${sql.ref(`${table}.${column}`)} ${first} ${last}, ${sql.ref(`${table}.id`)} ${second}`;
}

/**
 * Whether a row is on a page. The ids are an array computed first: as one more joined table they would make planning slower than reading a
 * page.
 */
export function isOnPage(id: string, ids: Expression<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(id)} = ANY(ARRAY(${ids}))`;
}

/** Rows in the order of the list. */
export function inListOrder<T>(window: ListWindow, rows: T[]): T[] {
  return "before" in window ? rows.toReversed() : rows;
}
