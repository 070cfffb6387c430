import { ReferralsError, toMajorUnits, currencyExponent } from "referrals-embed/contract";
import { csvLine } from "referrals-embed/rules";
import { payoutsToHandOver, type PayoutRecordRow } from "../../store/queries/money/payouts.ts";
import type { Context } from "../context.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { numberOf } from "../ledger/payout-record.ts";
import { inTransaction } from "../transaction.ts";
import { handOverOnce, updatePayout } from "./update-payout.ts";

/** One payout of an export. */
export interface ExportedPayout {
  payoutId: string;
  partnerId: string;
  tenantId: string | null;
  name: string;
  email: string | null;
  method: string | null;
  destination: string | null;
  amount: number;
  amountDecimal: string;
  currency: string;
  periodStart: string | null;
  periodEnd: string | null;
}

const columns = [
  "payoutId",
  "partnerId",
  "tenantId",
  "name",
  "email",
  "method",
  "destination",
  "amount",
  "amountDecimal",
  "currency",
  "periodStart",
  "periodEnd",
] as const satisfies readonly (keyof ExportedPayout)[];

/** A file, with counts of its payouts. */
export interface PayoutFile {
  text: string;
  count: number;
  /** How many of them are sent or paid already. */
  paid: number;
  /** Payment methods of confirmed payouts that the format does not support. */
  left: string[];
}

/** Kinds of file: everything, or what one provider's upload takes. */
export type ExportFormat = "csv" | "json" | "paypal" | "wise";

/** Which payouts are exported. */
export interface WhichPayouts {
  /** Default: all that are confirmed and not yet sent. */
  ids?: readonly string[] | undefined;
  /** Whether those that stand in an earlier file are in this one, too; without it the ids are named. Default true. */
  again?: boolean | undefined;
  /** Whether the same call wrote this file before: what it handed over stands in it again. */
  isReplay?: boolean;
}

/**
 * Exports every confirmed payout that the format supports. Payouts in processing become processed; earlier exported ones are included, so
 * that a repeated export has the same bytes. With ids it writes these payouts again, to replace a lost file; sent and paid ones keep their
 * status.
 * @throws not_found for an unknown id, conflict for a payout that a file cannot pay, or that may be in one file only; nothing is exported
 */
export function exportPayouts(
  ctx: Context,
  format: ExportFormat,
  { ids, again = true, isReplay = false }: WhichPayouts = {},
): Promise<PayoutFile> {
  return inTransaction(ctx, async (ctx) => {
    const confirmed = await payoutsToHandOver(ctx.db, ctx.workspaceId, ids);
    if (ids) checkAsked(ids, confirmed);
    const only = { paypal: "paypal", wise: "bank", csv: null, json: null }[format];
    const isFor = ({ method }: PayoutRecordRow): boolean => only === null || method === only;
    const rows = confirmed.filter(isFor);
    for (const { id, status } of rows) {
      if (!again) await handOverOnce(ctx, id, { isReplay });
      else if (status === "processing") await updatePayout(ctx, id, { status: "processed" });
    }
    const { name } = await defaultProgram(ctx);
    const left = new Set(confirmed.filter((row) => !isFor(row)).map(({ method }) => method ?? "none"));
    const paid = rows.filter(({ status }) => status === "sent" || status === "completed").length;
    return { text: written(rows, { format, note: name }), count: rows.length, paid, left: [...left] };
  });
}

function checkAsked(ids: readonly string[], found: readonly PayoutRecordRow[]): void {
  const known = new Map(found.map((row) => [row.id, row]));
  for (const id of ids) {
    const row = known.get(id);
    if (row === undefined) throw new ReferralsError("not_found", `There is no payout ${id}.`);
    const why = whyInNoFile(row);
    if (why) throw new ReferralsError("conflict", `The payout ${id} ${why}`);
  }
}

/** Why a payout must not be in a payment file; `null` if it may. */
function whyInNoFile({ status, imported, method, destination }: PayoutRecordRow): string | null {
  if (status === "pending") return "is pending, and is in no file. Confirm it first.";
  if (status === "failed" || status === "canceled")
    return `is ${status}, and is in no file. Its commissions are in another payout, or will be.`;
  if (imported) return "was paid by the product you moved from, and is in no file.";
  if (destination === null && method !== "manual")
    return "has no destination any more, as its partner was erased, and is in no file.";
  return null;
}

function written(rows: readonly PayoutRecordRow[], { format, note }: { format: ExportFormat; note: string }): string {
  const list = rows.map(toExported);
  switch (format) {
    case "json":
      return JSON.stringify(list);
    case "csv":
      return linesOf([columns, ...list.map((row) => columns.map((name) => row[name]))]);
    case "paypal":
      return linesOf(
        list.map((row) => [row.destination, row.amountDecimal, row.currency.toUpperCase(), row.payoutId, note]),
      );
    case "wise":
      return linesOf([wiseColumns, ...rows.map(wiseLine)]);
  }
}

function linesOf(lines: readonly Parameters<typeof csvLine>[0][]): string {
  return lines.map(csvLine).join("");
}

/** Columns of Wise's batch: a line fills the account columns of its country. */
const wiseColumns = [
  "name",
  "recipientEmail",
  "paymentReference",
  "receiverType",
  "amountCurrency",
  "amount",
  "sourceCurrency",
  "targetCurrency",
  "IBAN",
  "accountNumber",
  "abartn",
  "bsbCode",
  "ifscCode",
  "bankCode",
] as const;

/** The partner gets the exact amount. The reference is the statement's number: banks of some countries take 10 characters. */
function wiseLine(row: PayoutRecordRow): string[] {
  const { bank, currency } = row;
  const { country = "", holder = "", account = "", routing = null } = bank ?? {};
  const code = currency.toUpperCase();
  const kind = { US: "abartn", AU: "bsbCode", IN: "ifscCode" }[country] ?? "bankCode";
  const values: Partial<Record<(typeof wiseColumns)[number], string | null>> = {
    name: holder,
    recipientEmail: row.partner_email,
    paymentReference: numberOf(row.number),
    receiverType: row.partner_company ? "INSTITUTION" : "PERSON",
    amountCurrency: "target",
    amount: decimalOf(row),
    sourceCurrency: code,
    targetCurrency: code,
    ...(routing === null ? { IBAN: account } : { accountNumber: account, [kind]: routing }),
  };
  return wiseColumns.map((name) => values[name] ?? "");
}

function decimalOf({ amount, currency }: PayoutRecordRow): string {
  return toMajorUnits(amount, currency).toFixed(currencyExponent(currency));
}

function toExported(row: PayoutRecordRow): ExportedPayout {
  return {
    payoutId: row.id,
    partnerId: row.partner_id,
    tenantId: row.tenant_id,
    name: row.partner_name ?? "",
    email: row.partner_email,
    method: row.method,
    destination: row.destination,
    amount: row.amount,
    amountDecimal: decimalOf(row),
    currency: row.currency,
    periodStart: row.period_start?.toISOString() ?? null,
    periodEnd: row.period_end?.toISOString() ?? null,
  };
}
