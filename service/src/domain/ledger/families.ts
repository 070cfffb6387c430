import { groupBy } from "../../group-by.ts";
import type { CommissionRow } from "../../store/schema/money.ts";

/** The commission that heads a row's family: for a correction its source, for any other row itself. */
export function familyOf({ id, type, cause, source_id: sourceId }: CommissionRow): string {
  return type === "custom" && cause !== null && sourceId !== null ? sourceId : id;
}

/**
 * Whether a row of a family waits while its sale is disputed. A clawback does not wait: its money is missing whichever way the dispute
 * ends.
 */
export function waitsWithSale({ type, earnings }: Pick<CommissionRow, "type" | "earnings">): boolean {
  return type !== "custom" || earnings > 0;
}

/** The corrections among the rows of families, by the commission that they correct. */
export function correctionsBySource<Row extends Pick<CommissionRow, "type" | "source_id">>(
  rows: readonly Row[],
): Map<string | null, Row[]> {
  return groupBy(
    rows.filter(({ type }) => type === "custom"),
    ({ source_id: sourceId }) => sourceId,
  );
}
