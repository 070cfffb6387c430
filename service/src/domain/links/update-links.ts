import { ReferralsError, type Link, type LinkBulkPatch } from "referrals-embed/contract";
import { findLink, type LinkAddress, type LinkWithTags } from "../../store/queries/links.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../transaction.ts";
import { lockNewOwner } from "./link-owner.ts";
import { changeLink } from "./update-link.ts";
import { present } from "../../present.ts";

/**
 * Changes up to 100 links, all or nothing. The answer is in the order given, each link once.
 * @throws ReferralsError 422 without ids, 404 naming those that are no link of the workspace, and what a single change throws
 */
export async function updateLinks(ctx: Context, { linkIds, externalIds, data }: LinkBulkPatch): Promise<Link[]> {
  const addresses: [string, LinkAddress][] = linkIds
    ? linkIds.map((id) => [id, { id }])
    : (externalIds ?? []).map((id) => [id, { externalKey: id.replace(/^ext_/, "") }]);
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

async function lockInOrder(
  ctx: Context,
  addresses: readonly [id: string, address: LinkAddress][],
): Promise<LinkWithTags[]> {
  const found = new Map<string, LinkWithTags>();
  const unknown: string[] = [];
  for (const [id, address] of addresses) {
    const link = await findLink(ctx.db, ctx.workspaceId, address);
    if (link) found.set(link.id, link);
    else unknown.push(id);
  }
  if (unknown.length > 0) throw noLinks(unknown);
  const ids = [...found.keys()];
  for (const id of ids.toSorted()) {
    const locked = await findLink(ctx.db, ctx.workspaceId, { id, lock: true });
    if (!locked) throw noLinks([id]);
    found.set(id, locked);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

function noLinks(ids: readonly string[]): ReferralsError {
  return new ReferralsError("not_found", `There is no link ${ids.join(", ")}. No link was changed.`);
}
