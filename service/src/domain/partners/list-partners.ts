import type { PartnerFilter, PartnerListQuery } from "referrals-embed/contract";
import {
  enrollmentIds,
  listPartners as listRecords,
  recordsOf,
  type ListedPartners,
  type PartnerPage,
} from "../../store/queries/partners/partner-list.ts";
import { countPartners, type PartnerScope } from "../../store/queries/partners/partner-scope.ts";
import { slicesOf } from "../../slices-of.ts";
import type { Context } from "../context.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { partnerFields } from "../programs/partner-record.ts";
import { emailKey } from "../rules/email-key.ts";

/**
 * A page of the program's partners, as JSON text, and how many the filters match. Every status is in it.
 * @param query `total` false leaves out a number that would have to be counted apart from the page
 * @throws not_found when the workspace has no program
 */
export async function listPartners(
  ctx: Context,
  query: PartnerFilter & PartnerPage & { total: boolean },
): Promise<ListedPartners> {
  const scope = await partnerScope(ctx, query);
  return listRecords(ctx.db, scope, { page: query, counted: query.total, fields: partnerFields });
}

/**
 * All that the filters match, in batches of a size: those that are there at the beginning, each as it is when its batch is read.
 * @throws not_found when the workspace has no program
 */
export async function* allPartners(
  ctx: Context,
  filter: PartnerListQuery,
  size: number,
): AsyncGenerator<readonly object[]> {
  const { sortBy = "totalSaleAmount", sortOrder = "desc" } = filter;
  const ids = await enrollmentIds(ctx.db, await partnerScope(ctx, filter), { sortBy, sortOrder });
  for (const batch of slicesOf(ids, size)) yield JSON.parse(await recordsOf(ctx.db, batch, partnerFields)) as object[];
}

/** How many partners the filters match. */
export async function countProgramPartners(ctx: Context, filter: PartnerFilter): Promise<number> {
  return countPartners(ctx.db, await partnerScope(ctx, filter));
}

/** `tenantId` beats `email` beats `search`; the weaker ones are ignored, not combined. */
async function partnerScope(ctx: Context, filter: PartnerFilter): Promise<PartnerScope> {
  const { id: programId } = await defaultProgram(ctx);
  const { groupId, partnerTagId, status, country, tenantId, email } = filter;
  const always = { programId, groupId, partnerTagId, status, country };
  if (tenantId !== undefined) return { ...always, tenantId };
  if (email !== undefined) return { ...always, emailKey: emailKey(email) };
  return { ...always, search: filter.search?.trim() || undefined };
}
