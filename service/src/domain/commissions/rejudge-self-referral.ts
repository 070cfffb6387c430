import { findSuspects, type SuspectRow, type SuspectScope } from "../../store/queries/partners/suspects.ts";
import type { Context } from "../context.ts";
import { recalculatePayouts } from "../ledger/recalculate-payouts.ts";
import { writeCommissions, type CommissionChange } from "../ledger/write-commissions.ts";
import { addressSignals, holdsFor, inOrder, isByAddress } from "../rules/attribution.ts";
import { present } from "../../present.ts";
import { withHold } from "../rules/change-holds.ts";
import { holdCommissions } from "./hold-commissions.ts";

/**
 * Judges again whether customers are their own partner when an address of either is added or changed. Marks earlier commissions, and holds
 * them and their shares unless they are paid. A commission that a person decided with the same mark stays as it is. The caller holds the
 * locks of the enrollments.
 */
export async function rejudgeSelfReferral(ctx: Context, scope: SuspectScope): Promise<void> {
  const suspects = new Map<string, SuspectRow>();
  for (const suspect of await findSuspects(ctx.db, scope)) {
    if (addressSignals(suspect).some((signal) => !suspect.signals.includes(signal))) suspects.set(suspect.id, suspect);
  }
  if (suspects.size === 0) return;
  const { rows, followers, enrollments } = await holdCommissions(ctx, [...suspects.keys()]);
  const held = new Set<string | null>();
  const judged = rows.map((row): CommissionChange => {
    const suspect = present(suspects.get(row.id), "the suspect");
    const found = addressSignals(suspect);
    const isHeld = holdsFor(found, suspect, null) && !row.signals.some(isByAddress);
    if (isHeld) held.add(row.id);
    return { row, to: { signals: inOrder([...row.signals, ...found]), ...(isHeld && withHold(row, "self_referral")) } };
  });
  const following = followers
    .filter(({ source_id: source }) => held.has(source))
    .map((row): CommissionChange => ({ row, to: withHold(row, "self_referral") }));
  const changes = [...judged, ...following];
  const cause = { operation: "commission.rejudge" };
  await writeCommissions(ctx, changes, cause);
  await recalculatePayouts(
    ctx,
    changes.map(({ row }) => row.payout_id),
    { enrollments, cause },
  );
}
