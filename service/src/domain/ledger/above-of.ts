import { currentBan, findCommissions } from "../../store/queries/money/commissions.ts";
import type { CommissionRow, CommissionWithPayout } from "../../store/schema/money.ts";
import type { Context } from "../context.ts";

/** The ban and the source that a commission depends on. */
export interface Above {
  /** The ban in force over it: of its partner, or the one that canceled the commission it is a share of (C20). */
  ban: string | null;
  /** The commission it is a share of (C15). */
  source: CommissionWithPayout | undefined;
}

/** The ban and source of each restored commission. */
export async function aboveOf(
  ctx: Context,
  rows: readonly CommissionRow[],
  enrollments: ReadonlyMap<string, { status: string }>,
): Promise<(row: CommissionRow) => Above> {
  const sourceIds = rows.flatMap(({ type, source_id: id }) => (type === "referral" && id !== null ? [id] : []));
  const found = sourceIds.length === 0 ? [] : await findCommissions(ctx.db, sourceIds);
  const sources = new Map(found.map((source) => [source.id, source]));
  const bans = new Map<string, string | null>();
  for (const { enrollment_id: id } of rows)
    if (enrollments.get(id)?.status === "banned" && !bans.has(id)) bans.set(id, await currentBan(ctx.db, id));
  return (row) => {
    const source = row.type === "referral" ? sources.get(row.source_id ?? "") : undefined;
    return { ban: bans.get(row.enrollment_id) ?? source?.mark?.ban ?? null, source };
  };
}
