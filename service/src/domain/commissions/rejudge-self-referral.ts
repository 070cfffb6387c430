import type { SelfReferralSignal } from "referrals-embed/contract";
import { findSuspects, type SuspectRow, type SuspectScope } from "../../store/queries/suspects.ts";
import type { Context } from "../context.ts";
import { recalculatePayouts } from "../ledger/recalculate-payouts.ts";
import { writeCommissions, type CommissionChange } from "../ledger/write-commissions.ts";
import { inOrder, sameMailbox } from "../rules/attribution.ts";
import { withHold } from "../rules/change-holds.ts";
import { holdCommissions } from "./hold-commissions.ts";

/**
 * Judges anew whether customers are their own partner, once an address of either is told or changes: commissions earned before are marked,
 * and held with the shares that follow them unless they are paid. What a person has decided with the same mark stays. The caller holds
 * the locks of the enrollments.
 */
export async function rejudgeSelfReferral(ctx: Context, scope: SuspectScope): Promise<void> {
  const suspects = new Map<string, SuspectRow>();
  for (const suspect of await findSuspects(ctx.db, scope)) {
    if (foundOf(suspect).some((signal) => !suspect.signals.includes(signal))) suspects.set(suspect.id, suspect);
  }
  if (suspects.size === 0) return;
  const { rows, followers, enrollments } = await holdCommissions(ctx, [...suspects.keys()]);
  const changes: CommissionChange[] = [];
  for (const row of rows) {
    const suspect = suspects.get(row.id);
    if (!suspect) continue;
    const signals = inOrder([...row.signals, ...foundOf(suspect)]);
    const isHeld = suspect.mode !== "allow" && !row.signals.some(isByAddress);
    changes.push({ row, to: { signals, ...(isHeld && withHold(row, "self_referral")) } });
    if (!isHeld) continue;
    for (const follower of followers.filter(({ source_id: source }) => source === row.id)) {
      changes.push({ row: follower, to: withHold(follower, "self_referral") });
    }
  }
  const cause = { operation: "commission.rejudge" };
  await writeCommissions(ctx, changes, cause);
  await recalculatePayouts(
    ctx,
    changes.map(({ row }) => row.payout_id),
    { enrollments, cause },
  );
}

function foundOf({ customerEmail, partnerEmail, payoutEmail }: SuspectRow): SelfReferralSignal[] {
  return [
    ...(sameMailbox(partnerEmail, customerEmail) ? (["email"] as const) : []),
    ...(sameMailbox(payoutEmail, customerEmail) ? (["payout"] as const) : []),
  ];
}

function isByAddress(signal: SelfReferralSignal): boolean {
  return signal === "email" || signal === "payout";
}
