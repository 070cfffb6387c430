import type { CommissionRow } from "../../store/schema/money.ts";

/** The commission whose family a row belongs to: itself, and of a correction its source. */
export function familyOf({ id, type, cause, source_id: sourceId }: CommissionRow): string {
  return type === "custom" && cause !== null && sourceId !== null ? sourceId : id;
}

/** Whether a row of a family waits while its sale is disputed. A clawback does not: it is money that is missing, however that ends. */
export function waitsWithSale({ type, earnings }: Pick<CommissionRow, "type" | "earnings">): boolean {
  return type !== "custom" || earnings > 0;
}
