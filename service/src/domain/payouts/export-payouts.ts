import { toMajorUnits, currencyExponent } from "referrals-embed/contract";
import { csvLine } from "referrals-embed/rules";
import { confirmedPayouts, type PayoutRecordRow } from "../../store/queries/payouts.ts";
import type { Context } from "../context.ts";
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

/**
 * Hands over every confirmed payout: those in processing become processed, those handed over before come along, so that a
 * repeated export has the same bytes.
 */
export function exportPayouts(ctx: Context, format: "csv" | "json"): Promise<string> {
  return inTransaction(ctx, async (ctx) => {
    const rows = await confirmedPayouts(ctx.db, ctx.workspaceId);
    for (const row of rows) {
      if (row.status === "processing") await updatePayout(ctx, row.id, { status: "processed" });
    }
    const list = rows.map(toExported);
    return format === "json"
      ? JSON.stringify(list)
      : [columns, ...list.map((row) => columns.map((name) => row[name]))].map(csvLine).join("");
  });
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
