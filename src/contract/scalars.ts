/** ISO 8601 UTC instant with milliseconds, `2026-11-21T12:00:00.000Z`. */
export type DateTime = string;

/** Integer in ISO 4217 minor units of the currency in question (the specification's cents). */
export type Money = number;

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
