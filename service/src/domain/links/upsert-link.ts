import type { Link, LinkInput } from "referrals-embed/contract";
import { linkWorkspace, lockOwner } from "../../store/queries/links/link-references.ts";
import { findLinkByUrl, lockDestination, type LinkWithTags } from "../../store/queries/links/links.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../transaction.ts";
import { createLink } from "./create-link.ts";
import { destinationUrl } from "referrals-embed/rules";
import type { NewLink } from "../../store/schema/links.ts";
import { lockLinks } from "./link-owner.ts";
import { changeLink } from "./update-link.ts";
import { mergeParameters, urlParameters, withoutParameters } from "./url-parameters.ts";

/**
 * Changes the link with this destination, or creates it. A link with the given url plus the body's parameters is preferred over one with
 * the plain url, then the oldest. Candidates are the named partner's links; without a partner, links of no partner.
 * @param fixed columns of a new link that the caller may not choose
 */
export async function upsertLink(ctx: Context, input: LinkInput, fixed: Partial<NewLink> = {}): Promise<Link> {
  const url = destinationUrl("url", input.url);
  return inTransaction(ctx, async (ctx) => {
    // One upsert at a time per destination, ignoring its parameters: concurrent upserts create one link.
    await lockDestination(ctx.db, ctx.workspaceId, withoutParameters(url));
    const found = await candidate(ctx, input, { url, partnerId: fixed.partner_id ?? (await partnerOf(ctx, input)) });
    const [link] = found ? await lockLinks(ctx, [found.id], input) : [];
    if (!link) return createLink(ctx, input, fixed);
    const { keyLength: _, prefix: __, ...patch } = input;
    return changeLink(ctx, link, patch);
  });
}

async function partnerOf(ctx: Context, { partnerId, tenantId, programId }: LinkInput): Promise<string | null> {
  if (partnerId) return partnerId;
  if (!tenantId) return null;
  const program = programId ?? (await linkWorkspace(ctx.db, ctx.workspaceId)).default_program_id;
  const owner = program ? await lockOwner(ctx.db, program, { tenantId }) : undefined;
  return owner?.partner_id ?? null;
}

async function candidate(
  ctx: Context,
  input: LinkInput,
  { url, partnerId }: { url: string; partnerId: string | null },
): Promise<LinkWithTags | undefined> {
  const given = urlParameters.flatMap((name) => {
    const value = input[name];
    return value === undefined ? [] : [[name, value?.trim() || null]];
  });
  const merged = mergeParameters(url, Object.fromEntries(given) as Record<string, string | null>);
  return findLinkByUrl(ctx.db, ctx.workspaceId, { urls: [merged, url], partnerId });
}
