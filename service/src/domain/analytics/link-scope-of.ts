import { ReferralsError, type AnalyticsFilter } from "referrals-embed/contract";
import { findEnrollmentId, findLinks, hasDomain } from "../../store/queries/analytics/analytics-scope.ts";
import type { LinkScope } from "../../store/queries/analytics/link-scope.ts";
import type { ValueFilter } from "../../store/queries/id-lists.ts";
import type { Context } from "../context.ts";
import { parseValueFilter, valuesOf } from "../filter-grammar.ts";

/** The links a filter is about. Throws 404 for an unknown link or domain, 422 for a domain or key without the other. */
export async function linkScopeOf(ctx: Context, given: AnalyticsFilter): Promise<LinkScope> {
  const tagIds = [given.tagIds ?? given.tagId ?? []].flat();
  const domain = valuesOf(given.domain?.toLowerCase());
  const linkIds = await namedLinks(ctx, given, domain);
  const partners = valuesOf(given.partnerId);
  const one = singleOf(partners);
  const enrollmentId =
    one === undefined ? undefined : await findEnrollmentId(ctx.db, ctx.workspaceId, { partnerId: one });
  // An unknown partner has no links: an empty scope, not the whole program. The same for an empty program id, under which sums
  // without one are kept.
  const nobody = (one !== undefined && enrollmentId === undefined) || given.programId === "";
  return {
    workspaceId: ctx.workspaceId,
    programId: given.programId,
    linkIds: nobody ? { values: [], exclude: false } : linkIds,
    enrollmentId,
    partnerId: one === undefined ? partners : undefined,
    domain,
    key: given.key,
    tenantId: valuesOf(given.tenantId),
    groupId: valuesOf(given.groupId),
    tagIds: tagIds.length > 0 ? parseValueFilter(tagIds.join(",")) : undefined,
    partnerTagId: valuesOf(given.partnerTagId),
    folderId: given.folderId === "unsorted" ? null : valuesOf(given.folderId),
    root: given.root,
  };
}

/** The value of a filter that keeps one alone. */
const singleOf = (filter: ValueFilter | undefined): string | undefined =>
  filter?.values.length === 1 && !filter.exclude ? filter.values[0] : undefined;

async function namedLinks(
  ctx: Context,
  given: AnalyticsFilter,
  domains: ValueFilter | undefined,
): Promise<ValueFilter | undefined> {
  const { externalId, key } = given;
  if (externalId !== undefined && !externalId.startsWith("ext_")) {
    throw new ReferralsError("unprocessable_entity", "invalid_format: externalId: must start with ext_");
  }
  if (key !== undefined && domains === undefined) {
    throw new ReferralsError("unprocessable_entity", "custom: key: needs domain beside it");
  }
  const names = valuesOf(given.linkId ?? externalId);
  const domain = singleOf(domains);
  const byKey = domain !== undefined && key !== undefined ? { domain, key } : undefined;
  const by = names ? { names: names.values } : byKey;
  if (by) {
    const found = await findLinks(ctx.db, ctx.workspaceId, by);
    if (found.length === 0 && (!names || singleOf(names) !== undefined))
      throw new ReferralsError("not_found", "There is no such link in this workspace.");
    return { values: found, exclude: names?.exclude ?? false };
  }
  if (domain !== undefined && !(await hasDomain(ctx.db, ctx.workspaceId, domain))) {
    throw new ReferralsError("not_found", "There is no such domain in this workspace.");
  }
  return undefined;
}
