import type { EmbedList } from "referrals-embed/contract";
import type { Context } from "../context.ts";
import { readCursor, writeCursor, type ListPosition } from "./cursor.ts";
import type { EmbedSession } from "./session.ts";
import { present } from "../../present.ts";

/** Where a page begins and how long it is. */
export interface PageWindow {
  after: ListPosition | undefined;
  limit: number;
}

/** A list of the embed data API: how to read it and how to show a row. */
export interface ListSource<Row, Item> {
  name: string;
  /** Up to `limit` rows after the position, newest first, then by id. */
  rows: (window: PageWindow) => Promise<Row[]>;
  count: () => Promise<number>;
  positionOf: (row: Row) => ListPosition;
  show: (row: Row) => Item;
}

/** One page of a list, with the cursor of the next. */
export async function listPage<Row, Item>(
  ctx: Context,
  session: EmbedSession,
  {
    query: { limit = 25, cursor, ...filters },
    source,
  }: { query: { limit?: number; cursor?: string }; source: ListSource<Row, Item> },
): Promise<EmbedList<Item>> {
  const list = JSON.stringify([source.name, session.enrollmentId, filters]);
  const after = await readCursor(ctx, list, cursor);
  const rows = await source.rows({ after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const more = rows.length > limit;
  return {
    data: page.map(source.show),
    nextCursor: more ? await writeCursor(ctx, list, source.positionOf(present(page.at(-1), "the last row"))) : null,
    total: await source.count(),
  };
}
