import { ReferralsError } from "referrals-embed/contract";
import {
  lockEnrollment,
  switchLinksOn,
  switchLinksOff,
  removeUnusedLinks,
  updateEnrollment,
} from "../../store/queries/partners/enrollments.ts";
import type { EnrollmentPatch, EnrollmentRow } from "../../store/schema/enrollments.ts";
import { lockLinksOf } from "../../store/lock-order.ts";
import { audit, type AuditEntry } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { emit } from "../outbox.ts";
import { followStatus } from "../payouts/move-money.ts";
import { inTransaction } from "../transaction.ts";
import { announceEnrollment } from "./announce-enrollment.ts";
import { ensureDefaultLinks } from "./default-links.ts";
import { checkGuard } from "./guards.ts";
import { rewardPatch } from "./switch-rewards.ts";
import type { TransitionInput } from "./transition-input.ts";
import { findTransition, targetOf, type EnrollmentOperation, type Transition } from "../rules/transitions.ts";

/** The result: `performed` is false when the enrollment was already in the target status. */
export interface TransitionResult {
  enrollment: EnrollmentRow;
  performed: boolean;
}

/**
 * Moves an enrollment along one row of the state machine, with all its effects, in one transaction:
 * 1. The row lock is held, so a sale and a ban never interleave; the write is conditional on status and version all the same.
 * 2. An enrollment already in the target status is a success: no effect, no new version, no audit row, no event.
 * 3. A pair that is not in the table, or a failed guard, changes nothing.
 * 4. A performed row writes exactly one audit row and one `partner.status_changed`; the audit row's id is the cause of marks.
 */
export function performTransition(
  ctx: Context,
  enrollmentId: string,
  { operation, input = {} }: { operation: EnrollmentOperation; input?: TransitionInput },
): Promise<TransitionResult> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockEnrollment(ctx.db, enrollmentId);
    if (input.version !== undefined && input.version !== before.version) throw outdated(before);
    if (before.removed_at) throw refused(operation, "none");
    if (before.status === targetOf(operation)) return { enrollment: before, performed: false };
    const row = findTransition(operation, before.status);
    if (!row) throw refused(operation, before.status);
    await checkGuard(ctx, row, { before, input });
    return { enrollment: await perform(ctx, row, { before, input }), performed: true };
  });
}

async function perform(
  ctx: Context,
  row: Transition,
  { before, input }: { before: EnrollmentRow; input: TransitionInput },
): Promise<EnrollmentRow> {
  // Locks links before the enrollment's figures, which a changed status writes: storing clicks locks in this order too.
  if (row.links !== "keep") await lockLinksOf(ctx.db, [before.id]);
  const patch = { ...statusPatch(ctx, row, { before, input }), ...input.patch };
  const rewards = await rewardPatch(ctx, row.rewards, { ...before, ...input.patch } as EnrollmentRow);
  const after = await updateEnrollment(ctx.db, before, { ...patch, ...rewards });
  if (!after) throw outdated(before);
  const cause = await recordTransition(ctx, row, { after, reason: input.reason ?? null });
  await applyLinks(ctx, row.links, { enrollment: after, cause });
  if (earnsForTheFirstTime(row, before)) await ensureDefaultLinks(ctx, after);
  if (row.money !== "keep") await followStatus(ctx, before, row.money === "ban" ? cause : null);
  if (row.to === "approved" && before.approved_at === null) await announceEnrollment(ctx, after.id);
  return after;
}

/** The audit row and the event of a performed row; the API shows `none` as null. @returns the cause */
export async function recordTransition(
  ctx: Context,
  row: Pick<Transition, "operation" | "from" | "to">,
  { after, reason, changes }: { after: EnrollmentRow; reason: string | null; changes?: AuditEntry["changes"] },
): Promise<string> {
  const from = row.from === "none" ? null : row.from;
  const to = row.to === "none" ? null : row.to;
  const { operation } = row;
  const cause = await audit(ctx, { operation, entity: "enrollment", entityId: after.id, from, to, reason, changes });
  const { partner_id: partnerId, tenant_id: tenantId } = after;
  await emit(ctx, "partner.status_changed", { partnerId, tenantId, from, to, reason });
  return cause;
}

/** Days an invitation is valid. */
const inviteDays = 30;

/** The fields a status carries. */
export function statusPatch(
  ctx: Context,
  row: Pick<Transition, "operation" | "to">,
  { before, input = {} }: { before: Pick<EnrollmentRow, "approved_at"> | undefined; input?: TransitionInput },
): EnrollmentPatch {
  const at = now(ctx);
  const lifted = row.operation === "unban" ? { banned_at: null, banned_reason: null } : {};
  switch (row.to) {
    case "none":
      return { removed_at: at };
    case "approved":
      return {
        status: "approved",
        approved_at: before?.approved_at ?? at,
        deactivated_at: null,
        archived_at: null,
        declined_at: null,
        ...lifted,
      };
    case "invited":
      return { status: "invited", invited_at: at, invite_expires_at: inviteEnd(at), declined_at: null };
    case "declined":
      return { status: "declined", declined_at: at };
    case "archived":
      return { status: "archived", archived_at: at };
    case "deactivated":
      return { status: "deactivated", deactivated_at: at };
    case "banned":
      return { status: "banned", banned_at: at, banned_reason: input.reason as EnrollmentPatch["banned_reason"] };
    default:
      return { status: row.to };
  }
}

/** When an invitation made at `at` expires. */
export function inviteEnd(at: Date): Date {
  return new Date(at.getTime() + inviteDays * 86_400_000);
}

/** Makes default links when an enrollment may first earn: a partner who was rejected and banned has none yet. */
function earnsForTheFirstTime(row: Transition, before: EnrollmentRow): boolean {
  const never = before.approved_at === null && before.invited_at === null;
  return row.links === "default" || (row.links === "on" && never);
}

function refused(operation: EnrollmentOperation, from: Transition["from"]): ReferralsError {
  if (operation === "approve" && from === "invited") {
    return new ReferralsError(
      "conflict",
      "Cannot approve a partner who is invited: they accept by themselves. POST /partners/invite sends the invitation again and answers its link.",
    );
  }
  return new ReferralsError(
    "conflict",
    `Cannot ${operation} a partner whose status is ${from}: there is no way from ${from} to ${targetOf(operation)} by ${operation}.`,
  );
}

function outdated(row: EnrollmentRow): ReferralsError {
  return new ReferralsError(
    "conflict",
    `The enrollment has changed to version ${row.version}. Read it again and retry.`,
  );
}

/** Switches links by status; links disabled singly, expiry, archive and owner's edits are never touched. */
async function applyLinks(
  ctx: Context,
  links: Transition["links"],
  { enrollment, cause }: { enrollment: EnrollmentRow; cause: string },
): Promise<void> {
  switch (links) {
    case "keep":
      return;
    case "on":
    case "default":
      return switchLinksOn(ctx.db, enrollment.id);
    case "drop":
      await removeUnusedLinks(ctx.db, enrollment.id, (linkId) => ctx.clicks?.isClicked(linkId) === true);
      return switchLinksOff(ctx.db, enrollment.id, { by: `status:${cause}`, at: now(ctx) });
    case "off":
      return switchLinksOff(ctx.db, enrollment.id, { by: `status:${cause}`, at: now(ctx) });
  }
}
