import type { Link, LinkInput } from "referrals-embed/contract";
import { linkWorkspace } from "../../store/queries/links/link-references.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../transaction.ts";
import { addLink } from "./insert-link.ts";
import type { NewLink } from "../../store/schema/links.ts";
import { linkColumns } from "./link-columns.ts";
import type { Hashed } from "./link-password.ts";
import { newOwner } from "./link-owner.ts";
import { defaultDomain, linkDomain, namedDomain, type LinkDomain } from "./link-domain.ts";
import { linkReferences } from "./link-references.ts";
import { uniqueFields } from "./unique-fields.ts";

/**
 * Creates a link.
 * @param fixed columns the caller may not choose, e.g. of a partner's link
 * @throws ReferralsError 422, 403 for a foreign domain, 409 for a taken key, external id or identifier
 */
export async function createLink(ctx: Context, input: Hashed<LinkInput>, fixed: Partial<NewLink> = {}): Promise<Link> {
  const columns = await linkColumns(input);
  return inTransaction(ctx, async (ctx) => {
    const domain = await domainOf(ctx, input.domain);
    const references = await linkReferences(ctx, input);
    const owner = "enrollment_id" in fixed ? {} : await newOwner(ctx, input);
    const row = { ...columns, ...references.columns, ...owner, ...fixed } as NewLink;
    const keys = typeof input.key === "string" ? { key: input.key } : { pattern: input };
    return uniqueFields(input.key ?? "", () => addLink(ctx, domain, { keys, columns: row, tagIds: references.tagIds }));
  });
}

/** The domain named, else the workspace's primary one, else the default shared one. */
export async function domainOf(ctx: Context, given?: string | null): Promise<LinkDomain> {
  if (given) return namedDomain(ctx, given);
  const { primary_domain: primary } = await linkWorkspace(ctx.db, ctx.workspaceId);
  return primary === null ? defaultDomain(ctx.config) : linkDomain(ctx.config, primary);
}
