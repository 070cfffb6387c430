import { ReferralsError } from "referrals-embed/contract";
import { findPartnerByEmail, lockPartnerAlone, updatePartnerRow } from "../../store/queries/partners/partners.ts";
import { endSignIns } from "../../store/queries/access/partner-sessions.ts";
import { findLiveEnrollment } from "../../store/queries/partners/enrollments.ts";
import { liveEnrollments } from "../../store/queries/partners/erasure.ts";
import { lockEnrollments } from "../../store/queries/tracking/tracking.ts";
import { isUniqueViolation } from "../../store/violations.ts";
import { audit } from "../audit.ts";
import type { Context } from "../context.ts";
import { rejudgeSelfReferral } from "../commissions/rejudge-self-referral.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { emailKey } from "../rules/email-key.ts";
import { inTransaction } from "../transaction.ts";

/**
 * Changes a partner's address, which is common to the service. Tokens go on: they are of the enrollment. Sessions of the
 * partner's own page end. The caller holds the lock of the
 * partner's enrollment and has a transaction.
 * @throws conflict when somebody has the address, or another workspace has enrolled the partner and relies on the present one
 */
export async function changeEmail(ctx: Context, partnerId: string, email: string): Promise<void> {
  const before = await lockPartnerAlone(ctx.db, partnerId);
  if (before.email === email) return;
  const live = await liveEnrollments(ctx.db, partnerId);
  if (live.some(({ workspace_id: id }) => id !== ctx.workspaceId)) {
    throw conflict(
      "another workspace of this service has enrolled this partner and relies on the address. Whoever runs the service can change it everywhere (referrals-service partners email)",
    );
  }
  await writeEmail(ctx, before, email);
  await auditEmail(ctx, partnerId, { old: before.email, new: email });
  await rejudgeSelfReferral(ctx, { workspaceId: ctx.workspaceId, partnerId });
}

/**
 * The same in every workspace that has enrolled the partner: the operator's, not a workspace's.
 * @throws not_found, conflict when somebody has the address
 */
export function changeEmailEverywhere(ctx: Context, partnerId: string, email: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const live = await liveEnrollments(ctx.db, partnerId);
    if (live.length === 0) throw new ReferralsError("not_found", `No partner ${partnerId} is enrolled anywhere.`);
    await lockEnrollments(
      ctx.db,
      live.map(({ id }) => id),
    );
    const before = await lockPartnerAlone(ctx.db, partnerId);
    if (before.email === email) return;
    await writeEmail(ctx, before, email);
    const workspaces = new Set(live.map(({ workspace_id: id }) => id));
    const change = { old: before.email, new: email };
    for (const workspaceId of workspaces) {
      const owned = { ...ctx, workspaceId };
      await auditEmail(owned, partnerId, change);
      await rejudgeSelfReferral(owned, { workspaceId, partnerId });
    }
  });
}

async function writeEmail(ctx: Context, { id }: { id: string }, email: string): Promise<void> {
  const key = emailKey(email);
  const other = await findPartnerByEmail(ctx.db, key);
  if (other && other.id !== id) throw await taken(ctx, other.id);
  try {
    await updatePartnerRow(ctx.db, id, { email, email_key: key });
    // Who reads the old mailbox no longer signs in as the partner.
    await endSignIns(ctx.db, id);
  } catch (error) {
    if (!isUniqueViolation(error, "partners_email_key_key")) throw error;
    throw conflict("somebody else has taken the address meanwhile. Repeat the call to see who");
  }
}

/** Names the other partner where the workspace knows them. */
async function taken(ctx: Context, partnerId: string): Promise<ReferralsError> {
  const program = ctx.workspaceId === "" ? null : await defaultProgram(ctx);
  const own = program && (await findLiveEnrollment(ctx.db, program.id, { partnerId }));
  if (own) return conflict(`the partner ${partnerId} of this program has the address. Use another one`);
  return conflict("another partner of this service has the address. Use another one");
}

function auditEmail(ctx: Context, partnerId: string, email: { old: string | null; new: string }): Promise<string> {
  return audit(ctx, { operation: "change email", entity: "partner", entityId: partnerId, changes: { email } });
}

function conflict(why: string): ReferralsError {
  return new ReferralsError("conflict", `email: ${why}.`);
}
