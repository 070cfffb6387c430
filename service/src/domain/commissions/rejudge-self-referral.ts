import { findSuspects, type SuspectRow, type SuspectScope } from "../../store/queries/partners/suspects.ts";
import type { Context } from "../context.ts";
import { recalculatePayouts } from "../ledger/recalculate-payouts.ts";
import { writeCommissions, type CommissionChange } from "../ledger/write-commissions.ts";
import { addressSignals, holdsFor, inOrder, isByAddress } from "../rules/attribution.ts";
import { present } from "../../present.ts";
import { slicesOf } from "../../slices-of.ts";
import { withHold } from "../rules/change-holds.ts";
import { ahead, inTransaction } from "../transaction.ts";
import { holdCommissions } from "./hold-commissions.ts";

/** How many commissions are judged in one transaction: the embedded store answers nobody else until its end. */
const AT_ONCE = 200;

/**
 * Judges again whether customers are their own partner when an address of either is added or changed. Marks earlier commissions, and holds
 * them and their shares unless they are paid. A commission that a person decided with the same mark stays as it is. The caller holds the
 * locks of the enrollments. Many are held in portions, before the address is stored: no payout can include one of them afterwards.
 */
export async function rejudgeSelfReferral(ctx: Context, scope: SuspectScope): Promise<void> {
  const found = await findSuspects(ctx.db, scope);
  const suspects = found.filter((suspect) =>
    addressSignals(suspect).some((signal) => !suspect.signals.includes(signal)),
  );
  if (suspects.length === 0) return;
  const { workspaceId } = ctx;
  if (suspects.length > AT_ONCE)
    ahead(ctx, `rejudge ${JSON.stringify(scope)}`, async (ctx) => {
      for (const portion of slicesOf(suspects, AT_ONCE))
        await inTransaction({ ...ctx, workspaceId }, (ctx) => judge(ctx, portion));
    });
  await judge(ctx, suspects);
}

async function judge(ctx: Context, list: readonly SuspectRow[]): Promise<void> {
  const suspects = new Map(list.map((suspect) => [suspect.id, suspect]));
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
