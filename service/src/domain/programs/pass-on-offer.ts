import { ReferralsError } from "referrals-embed/contract";
import {
  groupsWithMoves,
  lockMembers,
  lockObject,
  passOnToMembers,
  updateGroupRow,
} from "../../store/queries/programs/program-objects.ts";
import { findGroupById } from "../../store/queries/programs/programs.ts";
import type { GroupRow, OfferColumn, OfferMove } from "../../store/schema/accounts.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import { afterwards, type Context } from "../context.ts";
import { forAWhile } from "../portions.ts";
import { inTransaction } from "../transaction.ts";
import { tryEach } from "../try-each.ts";

/** How many members one transaction passes: the embedded store blocks all other calls until its end. */
const MEMBERS_AT_ONCE = 200;

/** Most changes of a group that wait for its members, so that calls one after the other make no list without end. */
const MOST_MOVES = 10;

const columns: OfferColumn[] = [
  "click_reward_id",
  "lead_reward_id",
  "sale_reward_id",
  "referral_reward_id",
  "discount_id",
];

/**
 * Gives members that still carry a changed reward or discount id of their group the new one (G3): the first in the running transaction, the
 * others after it, at first within the call, then in the job. Changes are followed one after the other.
 * @param before the group before the change, of which the caller holds the lock
 * @throws conflict while too many earlier changes wait
 */
export async function passOnOffer(ctx: Context, before: GroupRow, after: GroupRow): Promise<void> {
  const changes = columns
    .map((column) => ({ column, before: before[column], after: after[column] }))
    .filter((change) => change.before !== change.after);
  if (changes.length === 0) return;
  if (before.offer_moves.length >= MOST_MOVES) {
    throw new ReferralsError("conflict", "Members still follow earlier changes of this group. Try again in a minute.");
  }
  const rest = await passOn(ctx, before.id, [...before.offer_moves, { changes, passed: "" }]);
  if (rest.length > 0) void ctx.afterCommit(() => forAWhile(ctx, () => passNext(afterwards(ctx), before.id)));
}

/** @throws conflict for an id that the change of a group which this member has still to follow would replace */
export async function mustNotBePassedOver(
  ctx: Context,
  { id, group_id }: EnrollmentRow,
  offer: Partial<Pick<EnrollmentRow, OfferColumn>>,
): Promise<void> {
  const { offer_moves: moves } = await findGroupById(ctx.db, group_id);
  const isReplaced = moves
    .filter(({ passed }) => id > passed)
    .some(({ changes }) => changes.some(({ column, before }) => offer[column] === before));
  if (isReplaced) {
    throw new ReferralsError(
      "conflict",
      "The partner has still to follow a change of the group. Try again in a minute.",
    );
  }
}

/**
 * One round of the job: the next members of every group that has changes to follow.
 * @returns how many groups had
 */
export async function passNextOffers(ctx: Context): Promise<number> {
  const groups = await groupsWithMoves(ctx.db);
  await tryEach(groups, (id) => passNext(ctx, id));
  return groups.length;
}

/** Passes the next members, from the place that is stored with the group. @returns whether there are more */
function passNext(ctx: Context, id: string): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const { program_id: programId } = await findGroupById(ctx.db, id);
    const group = await lockObject(ctx.db, "groups", { programId, id });
    if (!group || group.offer_moves.length === 0) return false;
    return (await passOn(ctx, id, group.offer_moves)).length > 0;
  });
}

/** @returns what is still to do */
async function passOn(ctx: Context, groupId: string, [move, ...later]: OfferMove[]): Promise<OfferMove[]> {
  if (!move) return [];
  const members = await lockMembers(ctx.db, groupId, { after: move.passed, limit: MEMBERS_AT_ONCE });
  for (const change of move.changes) await passOnToMembers(ctx.db, members, change);
  const passed = members.at(-1);
  const rest = passed && members.length === MEMBERS_AT_ONCE ? [{ ...move, passed }, ...later] : later;
  await updateGroupRow(ctx.db, groupId, { offer_moves: JSON.stringify(rest) });
  return rest;
}
