import { ReferralsError, type AnalyticsFilter } from "referrals-embed/contract";
import { findEnrollmentId, findLinks, hasDomain } from "../../store/queries/analytics/analytics-scope.ts";
import type { LinkScope } from "../../store/queries/analytics/link-scope.ts";
import type { Context } from "../context.ts";

/** The links a filter is about. Throws 404 for an unknown link or domain, 422 for a domain or key without the other. */
export async function linkScopeOf(ctx: Context, given: AnalyticsFilter): Promise<LinkScope> {
  const tagIds = [given.tagIds ?? given.tagId ?? []].flat().flatMap((text) => text.split(","));
  const linkIds = await namedLinks(ctx, given);
  const enrollmentId = await enrollmentOf(ctx, given);
  // An unknown partner has no links: an empty scope, not the whole program. The same for an empty program id, under which sums
  // without one are kept.
  const nobody = (given.partnerId !== undefined && enrollmentId === undefined) || given.programId === "";
  return {
    workspaceId: ctx.workspaceId,
    programId: given.programId,
    linkIds: nobody ? [] : linkIds,
    enrollmentId,
    domain: given.domain,
    tenantId: given.tenantId,
    groupId: given.groupId,
    tagIds: tagIds.length > 0 ? tagIds : undefined,
    partnerTagId: given.partnerTagId,
    folderId: given.folderId === "unsorted" ? null : given.folderId,
    root: given.root,
  };
}

async function namedLinks(ctx: Context, given: AnalyticsFilter): Promise<string[] | undefined> {
  const { linkId, externalId, domain, key } = given;
  if (externalId !== undefined && !externalId.startsWith("ext_")) {
    throw new ReferralsError("unprocessable_entity", "invalid_format: externalId: must start with ext_");
  }
  if (key !== undefined && domain === undefined) {
    throw new ReferralsError("unprocessable_entity", "custom: key: needs domain beside it");
  }
  const by =
    linkId !== undefined
      ? linkId.startsWith("ext_")
        ? { externalId: linkId }
        : { linkId }
      : externalId !== undefined
        ? { externalId }
        : domain !== undefined && key !== undefined
          ? { domain, key }
          : undefined;
  if (by) {
    const found = await findLinks(ctx.db, ctx.workspaceId, by);
    if (found.length === 0) throw new ReferralsError("not_found", "There is no such link in this workspace.");
    return found;
  }
  if (domain !== undefined && !(await hasDomain(ctx.db, ctx.workspaceId, domain))) {
    throw new ReferralsError("not_found", "There is no such domain in this workspace.");
  }
  return undefined;
}

async function enrollmentOf(ctx: Context, { partnerId }: AnalyticsFilter): Promise<string | undefined> {
  return partnerId === undefined ? undefined : findEnrollmentId(ctx.db, ctx.workspaceId, { partnerId });
}
