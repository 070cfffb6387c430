import { ReferralsError } from "referrals-embed/contract";
import type { ListPosition, ListWindow } from "../store/queries/list-window.ts";
import { present } from "../present.ts";
import { slicesOf } from "../slices-of.ts";

/** The parameters by which a list call selects its page. */
export interface WindowQuery {
  page?: number;
  pageSize?: number;
  startingAfter?: string;
  endingBefore?: string;
}

/**
 * Reads which page of a list a call asks for.
 * @param sorted whether the list is sorted by anything but creation, where cursors have no meaning
 * @throws unprocessable_entity for both cursors, a cursor with `page` or another sort, or an unknown one
 */
export async function listWindow(
  query: WindowQuery,
  sorted: boolean,
  find: (id: string) => Promise<ListPosition | undefined>,
): Promise<ListWindow> {
  const { startingAfter, endingBefore, page, pageSize: limit = 100 } = query;
  if (startingAfter === undefined && endingBefore === undefined) return { offset: ((page ?? 1) - 1) * limit, limit };
  if (startingAfter !== undefined && endingBefore !== undefined) {
    throw invalid("endingBefore", "cannot be given together with startingAfter");
  }
  if (page !== undefined) throw invalid("page", "cannot be given together with a cursor");
  const path = startingAfter === undefined ? "endingBefore" : "startingAfter";
  if (sorted) throw invalid(path, "works with sortBy createdAt only");
  const place = await find(startingAfter ?? present(endingBefore, "endingBefore"));
  if (!place) throw invalid(path, "is not in this list");
  return startingAfter === undefined ? { before: place, limit } : { after: place, limit };
}

/** Reads records by id in batches, each in the order of its ids; records deleted meanwhile are left out. */
export async function* inBatches<Item extends { id: string }>(
  ids: readonly string[],
  size: number,
  read: (batch: readonly string[]) => Promise<readonly Item[]>,
): AsyncGenerator<readonly Item[]> {
  for (const batch of slicesOf(ids, size)) {
    const found = new Map((await read(batch)).map((item) => [item.id, item]));
    yield batch.flatMap((id) => found.get(id) ?? []);
  }
}

function invalid(path: string, message: string): ReferralsError {
  return new ReferralsError("unprocessable_entity", `custom: ${path}: ${message}`);
}
