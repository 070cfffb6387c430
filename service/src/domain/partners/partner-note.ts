import { ReferralsError, type PartnerNote, type PartnerNoteInput } from "referrals-embed/contract";
import { listAuditRows } from "../../store/queries/operation/audit.ts";
import { findProfile, updateProfile } from "../../store/queries/partners/partners.ts";
import { audit } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { isAsSeen, tagOf, type Versioned } from "../if-match.ts";
import { findEnrollment, holdEnrollment } from "../programs/find-enrollment.ts";
import { inTransaction } from "../transaction.ts";

/** What of the audit is about notes. */
const entity = "partner.note";

const versioned = (partnerId: string, note: string | null): Versioned<PartnerNote> => ({
  value: { partnerId, note },
  version: tagOf(note),
});

/** What the program's people have noted of a partner. @throws not_found */
export async function partnerNote(ctx: Context, id: string): Promise<Versioned<PartnerNote>> {
  const { partner_id: partnerId } = await findEnrollment(ctx, { partnerId: id });
  return versioned(partnerId, (await findProfile(ctx.db, ctx.workspaceId, partnerId)).note);
}

/**
 * Writes the note instead of the one there is, audited.
 * @param seen `If-Match`; undefined replaces whatever there is
 * @throws not_found, conflict when it was changed since it was read
 */
export async function setPartnerNote(
  ctx: Context,
  id: string,
  { note, seen }: PartnerNoteInput & { seen: string | undefined },
): Promise<Versioned<PartnerNote>> {
  const found = await findEnrollment(ctx, { partnerId: id });
  const { partner_id: partnerId } = found;
  return inTransaction(ctx, async (ctx) => {
    await holdEnrollment(ctx, found);
    const before = (await findProfile(ctx.db, ctx.workspaceId, partnerId)).note;
    if (!isAsSeen(seen, tagOf(before))) throw await changedMeanwhile(ctx, partnerId);
    if (note === before) return versioned(partnerId, note);
    await updateProfile(ctx.db, ctx.workspaceId, { partnerId, patch: { note, updated_at: now(ctx) } });
    const changes = { note: { old: before, new: note } };
    await audit(ctx, { operation: "change note", entity, entityId: partnerId, changes });
    return versioned(partnerId, note);
  });
}

async function changedMeanwhile(ctx: Context, partnerId: string): Promise<ReferralsError> {
  const filter = { workspaceId: ctx.workspaceId, entity, entityId: partnerId };
  const [last] = await listAuditRows(ctx.db, filter, { window: { offset: 0, limit: 1 }, direction: "desc" });
  const who = last?.actor_name ? `, by ${last.actor_name}` : "";
  return new ReferralsError("conflict", `The note was changed since you read it${who}. Read it again.`);
}
