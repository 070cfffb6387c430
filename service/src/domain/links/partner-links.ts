import {
  ReferralsError,
  type Link,
  type LinkInput,
  type LinkSummary,
  type PartnerLinkInput,
  type PartnerRef,
} from "referrals-embed/contract";
import { lockOwner, type OwnerRow } from "../../store/queries/links/link-references.ts";
import { linkPolicy, linksOfEnrollment } from "../../store/queries/links/partner-links.ts";
import type { Context } from "../context.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { inTransaction } from "../transaction.ts";
import { createLink } from "./create-link.ts";
import { checkLinkHost, destinationUrl } from "referrals-embed/rules";
import type { NewLink } from "../../store/schema/links.ts";
import { ownedBy } from "./link-owner.ts";
import { toLinkSummary } from "./link-record.ts";
import { upsertLink } from "./upsert-link.ts";

/**
 * Creates a partner's link; the group's limit on links does not apply.
 * @param domain the link's domain; default the workspace's own
 * @throws ReferralsError 404 for an unknown partner, 422 for a host the group does not list, 409 for a partner who may have no links or a taken key
 */
export function createPartnerLink(ctx: Context, input: PartnerLinkInput, domain?: string): Promise<Link> {
  return inTransaction(ctx, async (ctx) => {
    const { body, fixed } = await prepare(ctx, input);
    return createLink(ctx, domain === undefined ? body : { ...body, domain }, fixed);
  });
}

/** Changes the partner's link with this destination, or creates it. */
export function upsertPartnerLink(ctx: Context, input: PartnerLinkInput): Promise<Link> {
  return inTransaction(ctx, async (ctx) => {
    const { body, fixed } = await prepare(ctx, input);
    return upsertLink(ctx, body, fixed);
  });
}

/** A partner's undeleted links, oldest first. */
export async function partnerLinks(ctx: Context, ref: PartnerRef): Promise<LinkSummary[]> {
  const owner = await ownerOf(ctx, ref);
  return (await linksOfEnrollment(ctx.db, owner.id)).map(toLinkSummary);
}

async function prepare(
  ctx: Context,
  { url, key, comments, linkProps = {}, ...ref }: PartnerLinkInput,
): Promise<{ body: LinkInput; fixed: Partial<NewLink> }> {
  const owner = await ownerOf(ctx, ref);
  const policy = await linkPolicy(ctx.db, owner.id);
  if (url !== undefined) checkLinkHost(destinationUrl("url", url), policy);
  const { tenantId, ...props } = linkProps;
  const body = { ...props, ...(key !== undefined && { key }), ...(comments !== undefined && { comments }) };
  const fixed = { ...ownedBy(ctx, owner), tenant_id: owner.tenant_id ?? tenantId ?? null, track_conversion: true };
  return { body: { ...body, url: url ?? policy.url }, fixed };
}

async function ownerOf(ctx: Context, { partnerId, tenantId }: PartnerRef): Promise<OwnerRow> {
  if (partnerId === undefined && tenantId === undefined) {
    throw new ReferralsError("unprocessable_entity", "custom: partnerId: give partnerId or tenantId");
  }
  const program = await defaultProgram(ctx);
  const owner = await lockOwner(ctx.db, program.id, { partnerId, tenantId });
  if (owner) return owner;
  throw new ReferralsError("not_found", `Partner ${partnerId ?? tenantId} is not enrolled in this program.`);
}
