import { ReferralsError, type Link, type LinkBulkPatch } from "referrals-embed/contract";
import { linkIdsByExternalKey } from "../../store/queries/links/links.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../transaction.ts";
import { lockLinks } from "./link-owner.ts";
import { withHash } from "./link-password.ts";
import { changeLinks } from "./update-link.ts";
import { present } from "../../present.ts";

/**
 * Changes up to 100 links, all or nothing. The answer is in the order given, each link once.
 * @throws ReferralsError 422 without ids, 404 naming the ids that are not links of the workspace, and the errors of a single change
 */
export async function updateLinks(ctx: Context, { linkIds, externalIds, data }: LinkBulkPatch): Promise<Link[]> {
  if ((linkIds ?? externalIds ?? []).length === 0) {
    throw new ReferralsError("unprocessable_entity", "custom: linkIds: give linkIds or externalIds");
  }
  // Hashes once for all links: a hash takes some 50 ms, and the transaction holds their locks.
  const patch = await withHash(data);
  return inTransaction(ctx, async (ctx) => {
    const ids = linkIds ? [...new Set(linkIds)] : await idsOf(ctx, externalIds ?? []);
    const changed = await changeLinks(ctx, await lockLinks(ctx, ids, data), patch);
    const gone = ids.filter((id) => !changed.has(id));
    if (gone.length > 0) throw noLinks(gone);
    return ids.map((id) => present(changed.get(id), "the changed link"));
  });
}

/** The ids of links with these external ids, in their order, each once. */
async function idsOf(ctx: Context, externalIds: readonly string[]): Promise<string[]> {
  const keyOf = (id: string): string => id.replace(/^ext_/, "");
  const known = await linkIdsByExternalKey(ctx.db, ctx.workspaceId, externalIds.map(keyOf));
  const unknown = externalIds.filter((id) => !known.has(keyOf(id)));
  if (unknown.length > 0) throw noLinks(unknown);
  return [...new Set(externalIds.map((id) => present(known.get(keyOf(id)), "the link")))];
}

function noLinks(ids: readonly string[]): ReferralsError {
  return new ReferralsError("not_found", `There is no link ${ids.join(", ")}. No link was changed.`);
}
