import { toMajorUnits, currencyExponent } from "referrals-embed/contract";
import { csvLine } from "referrals-embed/rules";
import { confirmedPayouts, type PayoutRecordRow } from "../../store/queries/payouts.ts";
import type { Context } from "../context.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { inTransaction } from "../transaction.ts";
import { updatePayout } from "./update-payout.ts";

/** One payout as it is handed over. */
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

/** Kinds of file: everything, or what one provider's upload takes. */
export type ExportFormat = "csv" | "json" | "paypal";

/**
 * Hands over every confirmed payout that the format is for: those in processing become processed, those handed over before
 * come along, so that a repeated export has the same bytes.
 */
export function exportPayouts(ctx: Context, format: ExportFormat): Promise<string> {
  return inTransaction(ctx, async (ctx) => {
    const confirmed = await confirmedPayouts(ctx.db, ctx.workspaceId);
    const rows = format === "paypal" ? confirmed.filter(({ method }) => method === "paypal") : confirmed;
    for (const row of rows) {
      if (row.status === "processing") await updatePayout(ctx, row.id, { status: "processed" });
    }
    const { name } = await defaultProgram(ctx);
    return written(rows.map(toExported), { format, note: name });
  });
}

function written(list: readonly ExportedPayout[], { format, note }: { format: ExportFormat; note: string }): string {
  if (format === "json") return JSON.stringify(list);
  const lines =
    format === "csv"
      ? [columns, ...list.map((row) => columns.map((name) => row[name]))]
      : list.map((row) => [row.destination, row.amountDecimal, row.currency.toUpperCase(), row.payoutId, note]);
  return lines.map(csvLine).join("");
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
    amountDecimal: toMajorUnits(row.amount, row.currency).toFixed(currencyExponent(row.currency)),
    currency: row.currency,
    periodStart: row.period_start?.toISOString() ?? null,
    periodEnd: row.period_end?.toISOString() ?? null,
  };
}
