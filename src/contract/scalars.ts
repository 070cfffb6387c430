/** ISO 8601 UTC instant with milliseconds, `2026-11-21T12:00:00.000Z` (api-contract §2). */
export type DateTime = string;

/** Integer in ISO 4217 minor units of the currency in question (the specification's cents). */
export type Money = number;

/** One value or several; a comma list is accepted as well (api-contract §2, Lists). */
export type OneOrMany<T> = T | readonly T[];

/** Paging by page number. */
export interface PageQuery {
  /** 1-based, default 1. */
  page?: number;
  /** 1..100; default per operation. */
  pageSize?: number;
}

/** Paging by the last seen id; not together with `page` (api-contract §11.3). */
export interface CursorQuery {
  startingAfter?: string;
  endingBefore?: string;
}

/** Direction of a sort. */
export type SortOrder = "asc" | "desc";

/** Answer of a list of the embed data API (api-contract §10). */
export interface EmbedList<T> {
  data: T[];
  /** Opaque; `null` on the last page. */
  nextCursor: string | null;
  /** Count under the same filters. */
  total: number;
}
