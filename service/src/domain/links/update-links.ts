import { ReferralsError, type Link, type LinkBulkPatch } from "referrals-embed/contract";
import { findLink, type LinkAddress, type LinkWithTags } from "../../store/queries/links.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../transaction.ts";
import { lockNewOwner } from "./link-owner.ts";
import { changeLink } from "./update-link.ts";
import { present } from "../../present.ts";

/**
 * Changes up to 100 links, all or nothing; unknown ids are left out. The answer is in the order given.
 * @throws ReferralsError 422 without ids, and what a single change throws
 */
export async function updateLinks(ctx: Context, { linkIds, externalIds, data }: LinkBulkPatch): Promise<Link[]> {
  const addresses: LinkAddress[] = linkIds
    ? linkIds.map((id) => ({ id }))
    : (externalIds ?? []).map((id) => ({ externalKey: id.replace(/^ext_/, "") }));
  if (addresses.length === 0) {
    throw new ReferralsError("unprocessable_entity", "custom: linkIds: give linkIds or externalIds");
  }
  return inTransaction(ctx, async (ctx) => {
    await lockNewOwner(ctx, data);
    const links = await lockInOrder(ctx, addresses);
    const changed = new Map<string, Link>();
    for (const link of links.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      changed.set(link.id, await changeLink(ctx, link, data));
    }
    return links.map((link) => present(changed.get(link.id), "the changed link"));
  });
}

async function lockInOrder(ctx: Context, addresses: readonly LinkAddress[]): Promise<LinkWithTags[]> {
  const found = new Map<string, LinkWithTags>();
  for (const address of addresses) {
    const link = await findLink(ctx.db, ctx.workspaceId, address);
    if (link) found.set(link.id, link);
  }
  const ids = [...found.keys()];
  for (const id of ids.toSorted()) {
    const locked = await findLink(ctx.db, ctx.workspaceId, { id, lock: true });
    if (locked) found.set(id, locked);
    else found.delete(id);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}
