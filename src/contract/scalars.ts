/** ISO 8601 UTC instant with milliseconds, `2026-11-21T12:00:00.000Z`. */
export type DateTime = string;

/** Integer in ISO 4217 minor units of the currency in question (the specification's cents). */
export type Money = number;

/** One value or several; a comma list is accepted as well. */
export type OneOrMany<T> = T | readonly T[];

/** Paging by page number. */
export interface PageQuery {
  /** Number of the page, from 1. */
  page?: number;
  /** Items per page. */
  pageSize?: number;
}

/** Paging by the last seen id; not together with `page`. */
export interface CursorQuery {
  /** Id of the last item of the page before; not together with `page`. */
  startingAfter?: string;
  /** Id of the first item of the page after; not together with `page`. */
  endingBefore?: string;
}

/** Direction of a sort. */
export type SortOrder = "asc" | "desc";

/** Answer of a list of the embed data API. */
export interface EmbedList<T> {
  /** The page's items, newest first. */
  data: T[];
  /** What to send as `cursor` for the next page; `null` on the last one. */
  nextCursor: string | null;
  /** How many items the same filters find in all. */
  total: number;
}
