import {
  counts,
  DAY,
  isEarning,
  isFixed,
  isPaid,
  share,
  type Books,
  type Line,
  type Partner,
  type Payout,
} from "./books.ts";
import { customerOf, record, valueOf } from "./earn.ts";
import { enter, judge } from "./settle.ts";

/** A sale of the past, as a row of an import (docs/moving-in.md). */
export interface SaleRow {
  invoice: string;
  customer: string;
  partner: Partner;
  amount: number;
  currency: string;
  earnings: number;
  date: number;
  status: "pending" | "paid";
  reference: string | null;
}

export type Outcome = "created" | "changed" | "unchanged" | "conflict" | "refused";

/** "What becomes of a row". */
export function bring(books: Books, row: SaleRow): Outcome {
  if (row.earnings > row.amount || row.partner.status === "erased") return "refused";
  const known = books.sales.find(({ invoice }) => invoice === row.invoice);
  if (known) return again(books, row, known);
  const value = valueOf(books, { ...row, at: row.date });
  if (value === null) return "refused";
  const owner = books.customers.get(row.customer)?.partner ?? null;
  if (owner ? owner !== row.partner : !isEarning(row.partner)) return "refused";
  if (row.partner.status === "banned" && row.status === "pending" && row.earnings > 0) return "refused";
  const customer = customerOf(books, row.customer);
  customer.partner = row.partner;
  customer.leadsFor.add(row.partner);
  const sale = record(books, { ...row, customer, at: row.date });
  sale.partner = row.partner;
  sale.imported = { earnings: row.earnings, date: row.date, status: row.status, reference: row.reference };
  const gross = share(row.earnings, value, row.amount);
  if (gross > 0) {
    const line: Line = {
      type: "sale",
      partner: row.partner,
      sale,
      customer,
      of: null,
      reward: null,
      cap: null,
      gross,
      earnings: gross,
      status: "pending",
      holds: new Set(),
      payout: null,
      payableAt: row.date + books.program.holdingDays * DAY,
      mark: null,
      before: null,
      byHand: false,
      because: null,
      note: row.invoice,
    };
    books.lines.push(line);
    if (row.status === "paid") pay(books, line, row);
    else enter(line);
  }
  return "created";
}

/** What was paid elsewhere stands in a completed payout. */
function pay(books: Books, line: Line, { reference, date }: SaleRow): void {
  const name = reference ?? monthOf(date);
  const known = books.payouts.find((one) => one.imported && one.partner === line.partner && one.reference === name);
  const payout: Payout = known ?? {
    partner: line.partner,
    status: "completed",
    amount: 0,
    of: null,
    reference: name,
    imported: true,
    mark: null,
  };
  if (!known) books.payouts.push(payout);
  payout.amount += line.gross;
  Object.assign(line, { status: "paid", payout, earnings: line.gross, holds: new Set(), mark: null, before: null });
}

const monthOf = (date: number): string => `imported ${new Date(date).toISOString().slice(0, 7)}`;

function again(books: Books, row: SaleRow, sale: Books["sales"][number]): Outcome {
  const line = books.lines.find((one) => one.sale === sale && one.type === "sale");
  const isSame =
    sale.customer.id === row.customer &&
    sale.partner === row.partner &&
    sale.amount === row.amount &&
    sale.currency === row.currency &&
    (!sale.imported || sale.imported.date === row.date) &&
    (sale.imported
      ? sale.imported.earnings === row.earnings
      : sale.value !== null && (line?.gross ?? 0) === share(row.earnings, sale.value, row.amount));
  if (!isSame) return "conflict";
  // Nothing was earned, so nothing is paid.
  if (!line) return "unchanged";
  const paidElsewhere = isPaid(line) && line.payout?.imported;
  if (row.status === "pending") return paidElsewhere ? "conflict" : "unchanged";
  if (paidElsewhere) {
    return line.payout?.reference === (row.reference ?? monthOf(row.date)) ? "unchanged" : "conflict";
  }
  // Void by a refund alone: the refund takes it back of what was paid.
  const isOpen = counts(line) || line.before !== null;
  if (isFixed(line) || !isOpen || line.status === "hold" || (line.byHand && sale.imported)) return "conflict";
  pay(books, line, row);
  judge(books, line);
  return "changed";
}
