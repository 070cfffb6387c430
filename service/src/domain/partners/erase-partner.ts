import { ReferralsError, type EnrollmentStatus, type PartnerRef } from "referrals-embed/contract";
import { wipeKeptAnswers } from "../../store/queries/access/kept-answers.ts";
import * as erasure from "../../store/queries/partners/erasure.ts";
import { enrollmentsOfFamily } from "../../store/queries/money/commissions.ts";
import { lockEnrollment } from "../../store/queries/partners/enrollments.ts";
import { lockEnrollments } from "../../store/queries/tracking/tracking.ts";
import { lockLinksOf } from "../../store/lock-order.ts";
import { forgetJoinRequestsOf } from "../../store/queries/access/join-requests.ts";
import { endSignIns } from "../../store/queries/access/partner-sessions.ts";
import { removeMails } from "../../store/queries/delivery/mails.ts";
import { revokeTokens } from "../../store/queries/access/embed-tokens.ts";
import { changeStatus } from "../commissions/change-status.ts";
import { holdCommissions } from "../commissions/hold-commissions.ts";
import { now, type Context } from "../context.ts";
import { performTransition } from "../enrollments/perform-transition.ts";
import { findTransition, type EnrollmentOperation } from "../rules/transitions.ts";
import { ahead, inTransaction } from "../transaction.ts";
import { findEnrollment } from "../programs/find-enrollment.ts";

/** What erasing may do besides. */
export interface Erasure {
  /** Cancels what is earned and not yet paid. Default: an unpaid positive balance is a conflict. */
  forfeit?: boolean;
}

/**
 * Erases a partner's enrollment in the workspace's program: personal data goes, money and audit rows keep ids only, counters
 * and sums do not change. The partner's address and username follow when no live enrollment is left anywhere.
 * @throws not_found, conflict from a status other than banned and deactivated, or for an unpaid balance without `forfeit`
 */
export async function erasePartner(ctx: Context, ref: PartnerRef, { forfeit = false }: Erasure = {}): Promise<void> {
  const { id, partner_id: partnerId } = await findEnrollment(ctx, ref);
  await inTransaction(ctx, async (ctx) => {
    await lockEnrollment(ctx.db, id);
    await lockLinksOf(ctx.db, [id]);
    const live = await erasure.liveEnrollments(ctx.db, partnerId);
    await forgetJoinRequestsOf(ctx.db, partnerId, ctx.workspaceId);
    // The name first, so that events of the following steps do not contain it.
    await erasure.wipeProfile(ctx.db, partnerId, { workspaceId: ctx.workspaceId, at: now(ctx) });
    if (live.every((enrollment) => enrollment.id === id)) await wipePerson(ctx, partnerId);
    if (forfeit) await forfeitUnpaid(ctx, id, (status) => findTransition("erase", status) !== undefined);
    await performTransition(ctx, id, { operation: "erase", input: { forfeit } });
    await wipe(ctx, id, partnerId);
  });
}

/** How an enrollment comes to its end at the partner's own request; a rejected one has none, and stays without a name. */
const endings: Record<EnrollmentStatus, readonly EnrollmentOperation[]> = {
  approved: ["deactivate", "erase"],
  archived: ["deactivate", "erase"],
  deactivated: ["erase"],
  banned: ["erase"],
  pending: ["withdraw"],
  invited: ["deleteInvite"],
  declined: ["deleteInvite"],
  rejected: [],
};

/**
 * Erases a partner in every workspace, at the partner's own request. All or nothing.
 * @param partnerId of any workspace: this is the operator's, not a workspace's
 * @throws not_found, conflict for an unpaid balance without `forfeit`
 */
export function erasePartnerEverywhere(
  ctx: Context,
  partnerId: string,
  { forfeit = false }: Erasure = {},
): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const live = await erasure.liveEnrollments(ctx.db, partnerId);
    if (live.length === 0) throw new ReferralsError("not_found", `No partner ${partnerId} is enrolled anywhere.`);
    const ids = live.map(({ id }) => id);
    await lockEnrollments(ctx.db, ids);
    await lockLinksOf(ctx.db, ids);
    await wipePerson(ctx, partnerId);
    for (const { id, workspace_id: workspaceId, status } of live) {
      const inside = { ...ctx, workspaceId };
      if (forfeit) await forfeitUnpaid(inside, id, (status) => endings[status].length > 0);
      for (const operation of endings[status])
        await performTransition(inside, id, { operation, input: { forfeit, erases: true } });
      await wipe(inside, id, partnerId);
    }
  });
}

/** How many commissions are given up at once: 100,000 would hold the event loop. */
const FORFEITED_AT_ONCE = 250;

/** Whether an enrollment of a status can be erased. */
type CanEnd = (status: EnrollmentStatus) => boolean;

/** Gives up what is unpaid. Many commissions go ahead of the erasure, some at a time: in one transaction they would hold all other work. */
async function forfeitUnpaid(ctx: Context, enrollmentId: string, canEnd: CanEnd): Promise<void> {
  const { workspaceId } = ctx;
  const some = await erasure.forfeitableIds(ctx.db, enrollmentId, FORFEITED_AT_ONCE + 1);
  if (some.length > FORFEITED_AT_ONCE)
    ahead(ctx, `money of ${enrollmentId} that is given up`, async (ctx) => {
      const inside = { ...ctx, workspaceId };
      while (await inTransaction(inside, (ctx) => forfeitPortion(ctx, enrollmentId, canEnd)));
    });
  while (await forfeitPortion(ctx, enrollmentId, canEnd));
}

/**
 * Gives up the next commissions. Nothing where somebody meanwhile gave the enrollment a status from which it is not erased.
 * @returns whether there may be more
 */
async function forfeitPortion(ctx: Context, enrollmentId: string, canEnd: CanEnd): Promise<boolean> {
  const { db, workspaceId } = ctx;
  const next = (): Promise<string[]> => erasure.forfeitableIds(db, enrollmentId, FORFEITED_AT_ONCE);
  const families = await enrollmentsOfFamily(db, workspaceId, await next());
  const enrollment = (await lockEnrollments(db, [enrollmentId, ...families])).get(enrollmentId);
  if (!enrollment || enrollment.removed_at || !canEnd(enrollment.status)) return false;
  // Read again under the locks: a payout may have taken them in and been paid meanwhile.
  const ids = await next();
  if (ids.length === 0) return false;
  // Shares of whoever brought the partner in stay: giving up one's own money takes nobody else's.
  const own = { ...(await holdCommissions(ctx, ids)), followers: [] };
  await changeStatus(ctx, own, { status: "canceled", operation: "commission.forfeit" });
  return ids.length === FORFEITED_AT_ONCE;
}

async function wipe(ctx: Context, enrollmentId: string, partnerId: string): Promise<void> {
  await ctx.afterCommit(() => ctx.store.notify(erasure.ERASED, ctx.workspaceId));
  const { db, workspaceId } = ctx;
  await revokeTokens(db, enrollmentId);
  await endSignIns(db, partnerId, workspaceId);
  await removeMails(db, partnerId, workspaceId);
  await erasure.wipeEnrollment(db, enrollmentId);
  await erasure.wipeNotes(db, { enrollmentId });
  await erasure.wipeRecords(db, enrollmentId, { partnerId, workspaceId });
  await erasure.wipeEvents(db, partnerId, workspaceId);
  await wipeKeptAnswers(db, { workspaceId, names: [partnerId], enrollmentId });
}

async function wipePerson(ctx: Context, partnerId: string): Promise<void> {
  await forgetJoinRequestsOf(ctx.db, partnerId);
  await erasure.wipeProfile(ctx.db, partnerId, { workspaceId: null, at: now(ctx) });
  await erasure.wipePartner(ctx.db, partnerId);
  await removeMails(ctx.db, partnerId, null);
}
