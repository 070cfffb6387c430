import { ReferralsError } from "referrals-embed/contract";
import { findLink, removeLink, updateLinks } from "../../store/queries/links/links.ts";
import { now, type Context } from "../context.ts";
import { emit } from "../outbox.ts";
import { inTransaction } from "../transaction.ts";
import { linkAddress } from "./find-link.ts";
import { isUsed, lockLinks } from "./link-owner.ts";
import { toLink } from "./link-record.ts";

/**
 * Deletes a link. Without events its row is removed; with events it is only marked, so that the partner keeps its counters and no other
 * link gets its key.
 * @param linkId `link_...`, or `ext_` and the integrator's id
 * @throws ReferralsError 404, a second time too
 */
export async function deleteLink(ctx: Context, linkId: string): Promise<{ id: string }> {
  const found = await findLink(ctx.db, ctx.workspaceId, linkAddress(linkId));
  const [id] = found ? await inTransaction(ctx, (ctx) => deleteAll(ctx, [found.id])) : [];
  if (id !== undefined) return { id };
  throw new ReferralsError("not_found", `There is no link ${linkId} in this workspace.`);
}

/** Deletes up to 100 links; unknown ones are skipped. */
export function deleteLinks(ctx: Context, linkIds: readonly string[]): Promise<{ deletedCount: number }> {
  return inTransaction(ctx, async (ctx) => {
    const ids = new Set<string>();
    for (const linkId of linkIds) {
      const link = await findLink(ctx.db, ctx.workspaceId, linkAddress(linkId));
      if (link) ids.add(link.id);
    }
    return { deletedCount: (await deleteAll(ctx, [...ids])).length };
  });
}

/** @returns the ids of those that were there */
async function deleteAll(ctx: Context, ids: readonly string[]): Promise<string[]> {
  const links = await lockLinks(ctx, ids);
  for (const link of links) {
    if (await isUsed(ctx, link.id)) await updateLinks(ctx.db, [link.id], { deleted_at: now(ctx) });
    else await removeLink(ctx.db, link.id);
    await emit(ctx, "link.deleted", toLink(link, ctx.config));
  }
  return links.map(({ id }) => id);
}
