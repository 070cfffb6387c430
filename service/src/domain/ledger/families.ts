import type { CommissionRow } from "../../store/schema/money.ts";

/** Whether a row is the correction of another. */
export function isCorrection({ type, cause, source_id: sourceId }: CommissionRow): boolean {
  return type === "custom" && cause !== null && sourceId !== null;
}

/** The commissions whose families these rows belong to: themselves, and of corrections their sources. */
export function familiesOf(rows: readonly CommissionRow[]): string[] {
  return rows.map((row) => (isCorrection(row) ? (row.source_id ?? row.id) : row.id));
}
