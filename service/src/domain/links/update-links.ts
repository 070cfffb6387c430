import { ReferralsError, type Link, type LinkBulkPatch } from "referrals-embed/contract";
import { findLink, type LinkAddress } from "../../store/queries/links.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../transaction.ts";
import { lockLinks } from "./link-owner.ts";
import { withHash } from "./link-password.ts";
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
  // Once for all: a hash takes some 50 ms, and the transaction holds the links.
  const patch = await withHash(data);
  return inTransaction(ctx, async (ctx) => {
    const ids = await idsAt(ctx, addresses);
    const changed = new Map<string, Link>();
    for (const link of await lockLinks(ctx, ids, data)) changed.set(link.id, await changeLink(ctx, link, patch));
    const gone = ids.filter((id) => !changed.has(id));
    if (gone.length > 0) throw noLinks(gone);
    return ids.map((id) => present(changed.get(id), "the changed link"));
  });
}

/** The ids at addresses, in their order, each once. */
async function idsAt(ctx: Context, addresses: readonly [name: string, address: LinkAddress][]): Promise<string[]> {
  const ids = new Set<string>();
  const unknown: string[] = [];
  for (const [name, address] of addresses) {
    const link = await findLink(ctx.db, ctx.workspaceId, address);
    if (link) ids.add(link.id);
    else unknown.push(name);
  }
  if (unknown.length > 0) throw noLinks(unknown);
  return [...ids];
}

function noLinks(ids: readonly string[]): ReferralsError {
  return new ReferralsError("not_found", `There is no link ${ids.join(", ")}. No link was changed.`);
}
