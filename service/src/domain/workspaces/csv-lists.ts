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
import { listPartners } from "../partners/list-partners.ts";
import { listPayouts } from "../payouts/list-payouts.ts";
import { columnsOf } from "./csv-columns.ts";

/** A part of a list: by page, or what follows an item. */
type Part = { page: number; pageSize: number } | { startingAfter?: string; pageSize: number };

/** A list that is also answered whole, as CSV. */
export interface CsvList {
  /** What a file of it is called. */
  name: string;
  /** What an item is: its fields are the columns. */
  item: z.ZodType;
  /** What narrows and orders it. */
  query: z.ZodType<object>;
  /** Whether it can be read from an item on: then nothing is missed or doubled while others write. */
  hasCursor: (query: never) => boolean;
  read: (ctx: Context, query: never, part: Part) => Promise<readonly { id: string }[]>;
}

const never = (): boolean => false;
const byCreation = ({ sortBy = "createdAt" }: { sortBy?: string }): boolean => sortBy === "createdAt";

/** The lists an accountant wants, by the operation that answers them. */
export const csvLists = {
  "partners.list": {
    name: "partners",
    item: partner,
    query: partnerListQuery,
    hasCursor: never,
    read: async (ctx, query: PartnerListQuery, part) => {
      const { sortBy = "totalSaleAmount", sortOrder = "desc" } = query;
      const page = { sortBy, sortOrder, page: 1, ...part };
      return JSON.parse((await listPartners(ctx, query, page)).json) as { id: string }[];
    },
  },
  "customers.list": {
    name: "customers",
    item: customer,
    query: customerListQuery,
    hasCursor: byCreation,
    read: (ctx, query: CustomerListQuery, part) => listCustomers(ctx, { ...query, ...part }),
  },
  "commissions.list": {
    name: "commissions",
    item: commission,
    query: commissionListQuery,
    hasCursor: byCreation,
    // The record has 0 there, for SDKs that take numbers only; an accountant would add it up.
    read: async (ctx, query: CommissionListQuery, part) =>
      (await listCommissions(ctx, { ...query, ...part })).map((row) => ({
        ...row,
        ...knownAmounts(row, { type: row.type, unknown: row.unknownReason }),
      })),
  },
  "payouts.list": {
    name: "payouts",
    item: payout,
    query: payoutListQuery,
    hasCursor: never,
    read: (ctx, query: PayoutListQuery, part) => listPayouts(ctx, { ...query, ...part }),
  },
} satisfies Partial<Record<OperationName, CsvList>>;

/** An operation whose list is also answered as CSV. */
export type CsvOperation = keyof typeof csvLists;

/** How many items are read, and held, at a time. */
const pageSize = 1000;

/**
 * Writes everything that fits a query as CSV, a batch at a time: the columns of the JSON, those of a record within named with a dot, and
 * lists as JSON. All of it is as of one moment, but for long lists that can be read from an item on, on the embedded store.
 */
export async function writeCsv(
  ctx: Context,
  operation: CsvOperation,
  { query, write }: { query: object; write: (text: string) => Promise<void> },
): Promise<void> {
  const list: CsvList = csvLists[operation];
  const { page: _, pageSize: __, ...filter } = query as { page?: number; pageSize?: number };
  const columns = columnsOf(list.item);
  const hasCursor = list.hasCursor(filter as never);
  const all = async (db: Context["db"]): Promise<void> => {
    let head = csvMark + csvLine(columns);
    let part: Part = hasCursor ? { pageSize } : { page: 1, pageSize };
    for (;;) {
      const rows = await list.read({ ...ctx, db }, filter as never, part);
      const text = head + rows.map((row) => csvLine(columns.map((name) => csvValue(row, name)))).join("");
      if (text !== "") await write(text);
      head = "";
      const last = rows.at(-1);
      if (rows.length < pageSize || last === undefined) return;
      part = "page" in part ? { ...part, page: part.page + 1 } : { ...part, startingAfter: last.id };
    }
  };
  await ctx.store.snapshot(all, { isLong: hasCursor });
}
