import { ReferralsError, type LinkFields } from "referrals-embed/contract";
import {
  existingIds,
  linkWorkspace,
  lockOwner,
  lockOwnersOf,
  type OwnerRow,
} from "../../store/queries/links/link-references.ts";
import { findLinksLocked, hasEvents, type LinkWithTags } from "../../store/queries/links/links.ts";
import { isEarning } from "../rules/statuses.ts";
import { now, type Context } from "../context.ts";
import type { LinkColumns } from "../../store/schema/links.ts";

type OwnerFields = Pick<LinkFields, "programId" | "partnerId" | "tenantId">;

/**
 * The owner of a new link: the named partner, or the partner of an enrolled tenant.
 * @throws ReferralsError 422 for an unknown program or partner, 409 when the enrollment cannot have new links
 */
export async function newOwner(ctx: Context, body: OwnerFields): Promise<LinkColumns> {
  const programId = await checkedProgram(ctx, body);
  if (!body.partnerId && !body.tenantId) return { program_id: programId };
  const owner = await findOwner(ctx, body, programId);
  return owner ? ownedBy(ctx, owner) : { program_id: programId };
}

/**
 * A link's owner after a change: only a link without events may change owner, and only to one that can have links.
 * @throws ReferralsError 409 otherwise
 */
export async function changedOwner(ctx: Context, body: OwnerFields, link: LinkWithTags): Promise<LinkColumns> {
  const wanted = await wantedOwner(ctx, body, link);
  const same = Object.entries(wanted).every(([column, value]) => link[column as "program_id"] === (value ?? null));
  if (same) return {};
  if (await isUsed(ctx, link.id)) {
    if (body.partnerId === undefined && body.programId === undefined) return {};
    throw new ReferralsError(
      "conflict",
      `The link ${link.id} already has events, so it stays with its program and partner. Create a new link instead.`,
    );
  }
  const on = link.disabled_by?.startsWith("status:") ? { disabled_at: null, disabled_by: null } : {};
  return { ...wanted, ...on };
}

/**
 * Locks links of the workspace for a change, in id order, after their owners' enrollments and the enrollment that the change names (N6).
 * @returns the existing links, in id order
 */
export async function lockLinks(ctx: Context, ids: readonly string[], to: OwnerFields = {}): Promise<LinkWithTags[]> {
  const { workspaceId } = ctx;
  await lockOwnersOf(ctx.db, ids, { workspaceId, partnerId: to.partnerId, tenantId: to.tenantId });
  return findLinksLocked(ctx.db, workspaceId, ids);
}

/** Whether a link has any event, including clicks that wait to be stored. */
export async function isUsed(ctx: Context, linkId: string): Promise<boolean> {
  return ctx.clicks?.isClicked(linkId) === true || hasEvents(ctx.db, linkId);
}

async function wantedOwner(ctx: Context, body: OwnerFields, link: LinkWithTags): Promise<LinkColumns> {
  const nobody = { partner_id: null, enrollment_id: null };
  if (body.programId === null) return { program_id: null, ...nobody };
  const programId = await checkedProgram(ctx, body);
  if (body.partnerId === null) return programId ? { program_id: programId, ...nobody } : nobody;
  const partnerId = body.partnerId ?? link.partner_id ?? undefined;
  const tenantId = body.tenantId ?? undefined;
  if (partnerId === undefined && tenantId === undefined) return programId ? { program_id: programId } : {};
  const scope = programId ?? link.program_id;
  if (partnerId === link.partner_id && scope === link.program_id) return {};
  const owner = await findOwner(ctx, { partnerId, tenantId }, scope);
  return owner ? ownedBy(ctx, owner) : programId ? { program_id: programId } : {};
}

async function checkedProgram(ctx: Context, { programId }: OwnerFields): Promise<string | null> {
  if (!programId) return null;
  const [found] = await existingIds(ctx.db, "programs", { workspaceId: ctx.workspaceId, ids: [programId] });
  if (found === undefined) throw unknown("programId", programId);
  return found;
}

async function findOwner(
  ctx: Context,
  { partnerId, tenantId }: OwnerFields,
  programId: string | null,
): Promise<OwnerRow | undefined> {
  const program = programId ?? (await linkWorkspace(ctx.db, ctx.workspaceId)).default_program_id;
  const owner = program
    ? await lockOwner(ctx.db, program, { partnerId: partnerId ?? undefined, tenantId: tenantId ?? undefined })
    : undefined;
  if (!owner && partnerId) throw unknown("partnerId", partnerId);
  return owner;
}

/**
 * The columns of a link that belongs to an enrollment.
 * @throws ReferralsError 409 when it may not earn and so may have no links
 */
export function ownedBy(ctx: Context, owner: OwnerRow): LinkColumns {
  if (!isEarning({ ...owner, removed_at: null }, now(ctx))) {
    throw new ReferralsError(
      "conflict",
      `Partner ${owner.partner_id} is ${owner.status} and cannot have new links. Approve or reactivate the partner first.`,
    );
  }
  return { program_id: owner.program_id, partner_id: owner.partner_id, enrollment_id: owner.id };
}

function unknown(path: string, id: string): ReferralsError {
  return new ReferralsError("unprocessable_entity", `invalid_value: ${path}: ${id} does not exist in this workspace`);
}
