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
import { present } from "../../present.ts";
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
  const records = recordsAhead();
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
    await wipe(ctx, id, { partnerId, since: await records(ctx, id) });
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
  const records = recordsAhead();
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
      await wipe(inside, id, { partnerId, since: await records(inside, id) });
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

/** Commissions whose notes and audit rows are emptied at once. */
const WIPED_AT_ONCE = 200;

/**
 * Empties the notes and audit rows of very many commissions ahead of the erasure, some at a time: a partner's bans alone write a row of each
 * commission, and in one transaction they would hold all other work.
 * @returns after which audit rows of commissions are to be emptied still; `undefined` where none is yet
 */
function recordsAhead(): (ctx: Context, enrollmentId: string) => Promise<string | undefined> {
  const begun = new Map<string, string>();
  return async (ctx, enrollmentId) => {
    const { workspaceId } = ctx;
    const next = ({ db }: Context, after: string, most = WIPED_AT_ONCE): Promise<string[]> =>
      erasure.commissionsAfter(db, enrollmentId, { after, most });
    if ((await next(ctx, "", WIPED_AT_ONCE + 1)).length > WIPED_AT_ONCE)
      ahead(ctx, `records of ${enrollmentId}`, async (ctx) => {
        // Under the lock: whoever wrote of this partner before has committed, and is among the portions.
        const begin = async (ctx: Context): Promise<string> => {
          await lockEnrollment(ctx.db, enrollmentId);
          return erasure.auditPosition(ctx.db);
        };
        begun.set(enrollmentId, await inTransaction({ ...ctx, workspaceId }, begin));
        for (let ids = await next(ctx, ""); ids.length > 0; ids = await next(ctx, present(ids.at(-1), "the last id")))
          await inTransaction({ ...ctx, workspaceId }, ({ db }) => erasure.wipeCommissions(db, ids));
      });
    return begun.get(enrollmentId);
  };
}

interface Wiped {
  partnerId: string;
  since: string | undefined;
}

async function wipe(ctx: Context, enrollmentId: string, { partnerId, since }: Wiped): Promise<void> {
  await ctx.afterCommit(() => ctx.store.notify(erasure.ERASED, ctx.workspaceId));
  const { db, workspaceId } = ctx;
  await revokeTokens(db, enrollmentId);
  await endSignIns(db, partnerId, workspaceId);
  await removeMails(db, partnerId, workspaceId);
  await erasure.wipeEnrollment(db, enrollmentId);
  await erasure.wipeNotes(db, { enrollmentId, since });
  await erasure.wipeRecords(db, enrollmentId, { partnerId, workspaceId, since });
  await erasure.wipeEvents(db, partnerId, workspaceId);
  await wipeKeptAnswers(db, { workspaceId, names: [partnerId], enrollmentId });
}

async function wipePerson(ctx: Context, partnerId: string): Promise<void> {
  await forgetJoinRequestsOf(ctx.db, partnerId);
  await erasure.wipeProfile(ctx.db, partnerId, { workspaceId: null, at: now(ctx) });
  await erasure.wipePartner(ctx.db, partnerId);
  await removeMails(ctx.db, partnerId, null);
}
