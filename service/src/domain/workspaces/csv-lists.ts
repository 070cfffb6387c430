import type { z } from "zod";
import type {
  CommissionListQuery,
  CustomerListQuery,
  OperationName,
  PartnerListQuery,
  PayoutListQuery,
} from "referrals-embed/contract";
import { csvLine, csvMark, csvValue } from "referrals-embed/rules";
import { commission, commissionListQuery } from "../../schemas/commissions.ts";
import { customer, customerListQuery } from "../../schemas/customers.ts";
import { partner, partnerListQuery } from "../../schemas/partner.ts";
import { payout, payoutListQuery } from "../../schemas/payouts.ts";
import { listCommissions } from "../commissions/list-commissions.ts";
import type { Context } from "../context.ts";
import { knownAmounts } from "../rules/change-holds.ts";
import { listCustomers } from "../customers/list-customers.ts";
import { allPartners } from "../partners/list-partners.ts";
import { listPayouts } from "../payouts/list-payouts.ts";
import { columnsOf } from "./csv-columns.ts";

/** A part of a list: by page, or what follows an item. */
type Part = { page: number; pageSize: number } | { startingAfter?: string; pageSize: number };

type Batches = AsyncIterable<readonly object[]>;

/** A list that is also answered whole, as CSV. */
export interface CsvList {
  /** What a file of it is called. */
  name: string;
  /** What an item is: its fields are the columns. */
  item: z.ZodType;
  /** What narrows and orders it. */
  query: z.ZodType<object>;
  /** Whether its batches may be read while others write, and nothing is missed or doubled. */
  isLong: (query: never) => boolean;
  /** All of it, some at a time. */
  batches: (ctx: Context, query: never) => Batches;
}

/** How many items are read, and held, at a time. */
const batchSize = 500;

const byCreation = ({ sortBy = "createdAt" }: { sortBy?: string }): boolean => sortBy === "createdAt";

/** Reads from an item on where the order has a place to go on from, else page by page. */
async function* inParts<Item extends { id: string }>(
  hasCursor: boolean,
  read: (part: Part) => Promise<readonly Item[]>,
): AsyncGenerator<readonly Item[]> {
  let part: Part = hasCursor ? { pageSize: batchSize } : { page: 1, pageSize: batchSize };
  for (;;) {
    const items = await read(part);
    yield items;
    const last = items.at(-1);
    if (items.length < batchSize || last === undefined) return;
    part = "page" in part ? { ...part, page: part.page + 1 } : { ...part, startingAfter: last.id };
  }
}

/** The lists an accountant wants, by the operation that answers them. */
export const csvLists = {
  "partners.list": {
    name: "partners",
    item: partner,
    query: partnerListQuery,
    isLong: () => true,
    batches: (ctx, query: PartnerListQuery) => allPartners(ctx, query, batchSize),
  },
  "customers.list": {
    name: "customers",
    item: customer,
    query: customerListQuery,
    isLong: byCreation,
    batches: (ctx, query: CustomerListQuery) =>
      inParts(byCreation(query), (part) => listCustomers(ctx, { ...query, ...part })),
  },
  "commissions.list": {
    name: "commissions",
    item: commission,
    query: commissionListQuery,
    isLong: byCreation,
    // The record has 0 there, for SDKs that take numbers only; an accountant would add it up.
    batches: (ctx, query: CommissionListQuery) =>
      inParts(byCreation(query), async (part) =>
        (await listCommissions(ctx, { ...query, ...part })).map((row) => ({
          ...row,
          ...knownAmounts(row, { type: row.type, unknown: row.unknownReason }),
        })),
      ),
  },
  "payouts.list": {
    name: "payouts",
    item: payout,
    query: payoutListQuery,
    isLong: () => false,
    batches: (ctx, query: PayoutListQuery) => inParts(false, (part) => listPayouts(ctx, { ...query, ...part })),
  },
} satisfies Partial<Record<OperationName, CsvList>>;

/** An operation whose list is also answered as CSV. */
export type CsvOperation = keyof typeof csvLists;

/**
 * Writes everything that fits a query as CSV, a batch at a time: the columns of the JSON, those of a record within named with a dot, and
 * lists as JSON. All of it is as of one moment, but for long lists on the embedded store.
 */
export async function writeCsv(
  ctx: Context,
  operation: CsvOperation,
  { query, write }: { query: object; write: (text: string) => Promise<void> },
): Promise<void> {
  const list: CsvList = csvLists[operation];
  const { page: _, pageSize: __, ...filter } = query as { page?: number; pageSize?: number };
  const columns = columnsOf(list.item);
  const all = async (db: Context["db"]): Promise<void> => {
    let head = csvMark + csvLine(columns);
    for await (const rows of list.batches({ ...ctx, db }, filter as never)) {
      const text = head + rows.map((row) => csvLine(columns.map((name) => csvValue(row, name)))).join("");
      if (text !== "") await write(text);
      head = "";
    }
    // Of a list without batches there is the head all the same.
    if (head !== "") await write(head);
  };
  await ctx.store.snapshot(all, { isLong: list.isLong(filter as never) });
}
