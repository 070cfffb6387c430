import type { z } from "zod";
import type {
  CommissionListQuery,
  CustomerListQuery,
  OperationName,
  PartnerListQuery,
  PayoutListQuery,
} from "referrals-embed/contract";
import { csvCell, csvLine, csvMark, csvRow, csvValue } from "referrals-embed/rules";
import { commission, commissionListQuery } from "../../schemas/commissions.ts";
import { customer, customerListQuery } from "../../schemas/customers.ts";
import { partner, partnerListQuery } from "../../schemas/partner.ts";
import { payout, payoutListQuery } from "../../schemas/payouts.ts";
import { allCommissions, listCommissions } from "../commissions/list-commissions.ts";
import type { Context } from "../context.ts";
import { knownAmounts } from "../rules/change-holds.ts";
import { allCustomers, listCustomers } from "../customers/list-customers.ts";
import { allPartners } from "../partners/list-partners.ts";
import { allPayouts } from "../payouts/list-payouts.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { columnsOf } from "./csv-columns.ts";
import { decimalAmount } from "./decimal-amount.ts";

type Batches = AsyncIterable<readonly object[]>;

/** A list that can also be answered as a whole, as CSV. */
export interface CsvList {
  /** The name of its file. */
  name: string;
  /** The schema of an item: its fields are the columns. */
  item: z.ZodType;
  /** Its filters and order. */
  query: z.ZodType<object>;
  /** Columns of money in minor units: of the item's own currency, else of the program's. */
  money: readonly string[];
  /** The whole list, in batches. Concurrent writes cause no missing and no doubled item. */
  batches: (ctx: Context, query: never) => Batches;
}

/** How many items are read, and held, at a time. */
const batchSize = 500;

const byCreation = ({ sortBy = "createdAt" }: { sortBy?: string }): boolean => sortBy === "createdAt";

/** Reads each batch from the last item of the previous one, so memory never holds more than one batch. */
async function* onwards<Item extends { id: string }>(
  read: (part: { startingAfter?: string; pageSize: number }) => Promise<readonly Item[]>,
): AsyncGenerator<readonly Item[]> {
  let items = await read({ pageSize: batchSize });
  for (;;) {
    yield items;
    const last = items.at(-1);
    if (items.length < batchSize || last === undefined) return;
    items = await read({ startingAfter: last.id, pageSize: batchSize });
  }
}

async function* each<Item, Made>(batches: AsyncIterable<readonly Item[]>, make: (item: Item) => Made) {
  for await (const items of batches) yield items.map(make);
}

/** The lists for an accountant, by operation. */
export const csvLists = {
  "partners.list": {
    name: "partners",
    item: partner,
    query: partnerListQuery,
    money: ["totalCommissions", "totalSaleAmount", "netRevenue", "earningsPerClick", "averageLifetimeValue"],
    batches: (ctx, query: PartnerListQuery) => allPartners(ctx, query, batchSize),
  },
  "customers.list": {
    name: "customers",
    item: customer,
    query: customerListQuery,
    money: ["saleAmount", "discount.amount"],
    batches: (ctx, query: CustomerListQuery) =>
      byCreation(query)
        ? onwards((part) => listCustomers(ctx, { ...query, ...part }))
        : allCustomers(ctx, query, batchSize),
  },
  "commissions.list": {
    name: "commissions",
    item: commission,
    query: commissionListQuery,
    money: ["amount", "earnings", "customer.saleAmount", "customer.discount.amount"],
    // Left empty here: the record has 0 for SDKs that accept only numbers, and an accountant would add it up.
    batches: (ctx, query: CommissionListQuery) =>
      each(
        byCreation(query)
          ? onwards((part) => listCommissions(ctx, { ...query, ...part }))
          : allCommissions(ctx, query, batchSize),
        (row) => ({ ...row, ...knownAmounts(row, { type: row.type, unknown: row.unknownReason }) }),
      ),
  },
  "payouts.list": {
    name: "payouts",
    item: payout,
    query: payoutListQuery,
    money: ["amount"],
    batches: (ctx, query: PayoutListQuery) => allPayouts(ctx, query, batchSize),
  },
} satisfies Partial<Record<OperationName, CsvList>>;

/** An operation whose list can also be answered as CSV. */
export type CsvOperation = keyof typeof csvLists;

/** Whether the amount of a discount is a share, and so no money. */
const isShare = (row: object, column: string): boolean =>
  column.endsWith("discount.amount") && csvValue(row, column.replace(/amount$/, "type")) === "percentage";

/** How a cell is written: as the JSON has it, or money with the decimals of its currency. */
async function cellWriter(ctx: Context, list: CsvList, isDecimal: boolean): Promise<CellWriter> {
  if (!isDecimal) return (row, column) => csvCell(csvValue(row, column));
  const money = new Set(list.money);
  const { currency } = await defaultProgram(ctx);
  return (row, column) => {
    const value = csvValue(row, column);
    if (typeof value !== "number" || !money.has(column) || isShare(row, column)) return csvCell(value);
    return decimalAmount(value, "currency" in row ? String(row.currency) : currency);
  };
}

type CellWriter = (row: object, column: string) => string;

/**
 * Writes all items that match a query as CSV, a batch at a time: the columns of the JSON, nested ones named with a dot, and lists as JSON.
 * All of it is from one moment, except on the embedded store.
 */
export async function writeCsv(
  ctx: Context,
  operation: CsvOperation,
  { query, write }: { query: object; write: (text: string) => Promise<void> },
): Promise<void> {
  const list: CsvList = csvLists[operation];
  const { page: _, pageSize: __, amounts, ...filter } = query as { page?: number; pageSize?: number; amounts?: string };
  const columns = columnsOf(list.item);
  const cellOf = await cellWriter(ctx, list, amounts === "decimal");
  const all = async (db: Context["db"]): Promise<void> => {
    let head = csvMark + csvLine(columns);
    for await (const rows of list.batches({ ...ctx, db }, filter as never)) {
      const text = head + rows.map((row) => csvRow(columns.map((name) => cellOf(row, name)))).join("");
      if (text !== "") await write(text);
      head = "";
    }
    // An empty list still gets its head line.
    if (head !== "") await write(head);
  };
  await ctx.store.snapshot(all, { isLong: true });
}
