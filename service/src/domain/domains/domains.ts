import { ReferralsError, type Domain, type DomainInput, type DomainListQuery } from "referrals-embed/contract";
import * as store from "../../store/queries/domains.ts";
import { isUniqueViolation } from "../../store/unique-violation.ts";
import { now, type Context } from "../context.ts";
import { destinationUrl } from "../links/destination-url.ts";
import { isSharedDomain } from "../links/link-place.ts";
import { inTransaction } from "../transaction.ts";
import { publishedIds, type ResolveTxt } from "./verify-domain.ts";

/** Domains of the workspace, newest first (api-contract §15). */
export async function listDomains(ctx: Context, query: DomainListQuery): Promise<Domain[]> {
  const { archived, search, page = 1, pageSize = 50 } = query;
  return (await store.listDomains(ctx.db, ctx.workspaceId, { archived, search, page, pageSize })).map(toDomain);
}

/**
 * Adds a domain: verified at once when it is one of `LINK_DOMAINS`, else by DNS on a later update.
 * @throws ReferralsError 422 for no host name, 409 when any workspace has it
 */
export async function createDomain(ctx: Context, { slug, primary, ...rest }: DomainInput): Promise<Domain> {
  if (slug === undefined) throw new ReferralsError("unprocessable_entity", "invalid_type: slug: required");
  const at = now(ctx);
  const verified = isSharedDomain(ctx.config, slug);
  const ids = { id: ctx.ids.next("dom"), workspace_id: ctx.workspaceId, slug, verified };
  const row = { ...ids, ...columnsOf(rest), created_at: at, updated_at: at };
  return uniqueSlug(slug, () =>
    inTransaction(ctx, async ({ db }) => {
      const added = await store.insertDomain(db, row);
      if (primary) await store.setPrimaryDomain(db, ctx.workspaceId, slug);
      return toDomain({ ...added, primary: primary ?? false });
    }),
  );
}

/** What DNS says of a domain that is to be changed, while it is not verified. Call it outside a transaction. */
export async function readProof(
  ctx: Context,
  slug: string,
  { slug: renamed = slug }: DomainInput,
  resolveTxt?: ResolveTxt,
): Promise<string[]> {
  const domain = await store.findDomain(ctx.db, ctx.workspaceId, slug);
  return !domain || (domain.verified && renamed === slug) ? [] : publishedIds(renamed, resolveTxt);
}

/**
 * Changes a domain; one that is not verified yet is once its id is among those its owner published. One that is stays so.
 * @throws ReferralsError 404, 409 for a taken host or a new name for a domain with links
 */
export async function updateDomain(
  ctx: Context,
  slug: string,
  input: DomainInput,
  published: readonly string[],
): Promise<Domain> {
  const { slug: renamed = slug, primary, ...rest } = input;
  const columns = { ...columnsOf(rest), updated_at: now(ctx) };
  return uniqueSlug(renamed, () =>
    inTransaction(ctx, async (ctx) => {
      const domain = await found(ctx, slug);
      const moved = renamed === slug ? {} : await newName(ctx, domain, renamed);
      const proven = published.includes(domain.id) ? { verified: true } : {};
      await store.updateDomain(ctx.db, domain.id, { ...columns, ...moved, ...proven });
      const shown = primary ?? domain.primary;
      if (primary !== undefined || renamed !== slug) {
        if (shown) await store.setPrimaryDomain(ctx.db, ctx.workspaceId, renamed);
        else if (domain.primary) await store.setPrimaryDomain(ctx.db, ctx.workspaceId, null);
      }
      return toDomain(await found(ctx, renamed));
    }),
  );
}

/**
 * Removes a domain.
 * @throws ReferralsError 404, 409 while it has links
 */
export function deleteDomain(ctx: Context, slug: string): Promise<{ slug: string }> {
  return inTransaction(ctx, async (ctx) => {
    const domain = await found(ctx, slug);
    await mustHaveNoLinks(ctx, slug);
    if (domain.primary) await store.setPrimaryDomain(ctx.db, ctx.workspaceId, null);
    await store.deleteDomain(ctx.db, domain.id);
    return { slug };
  });
}

async function newName(ctx: Context, domain: store.DomainRow, slug: string) {
  await mustHaveNoLinks(ctx, domain.slug);
  return { slug, verified: isSharedDomain(ctx.config, slug) };
}

async function mustHaveNoLinks(ctx: Context, slug: string): Promise<void> {
  if (!(await store.hasLinksOn(ctx.db, ctx.workspaceId, slug))) return;
  throw new ReferralsError("conflict", `The domain ${slug} still has links. Delete or move them first.`);
}

async function found(ctx: Context, slug: string): Promise<store.DomainRow> {
  const domain = await store.findDomain(ctx.db, ctx.workspaceId, slug);
  if (domain) return domain;
  throw new ReferralsError("not_found", `There is no domain ${slug} in this workspace.`);
}

function columnsOf(input: Omit<DomainInput, "slug" | "primary">) {
  const { expiredUrl, notFoundUrl } = input;
  return {
    archived: input.archived,
    placeholder: input.placeholder,
    expired_url: expiredUrl && destinationUrl("expiredUrl", expiredUrl),
    not_found_url: notFoundUrl && destinationUrl("notFoundUrl", notFoundUrl),
    logo: input.logo,
    asset_links: input.assetLinks,
    apple_app_site_association: input.appleAppSiteAssociation,
  };
}

function toDomain(row: store.DomainRow): Domain {
  return {
    id: row.id,
    slug: row.slug,
    verified: row.verified,
    primary: row.primary,
    archived: row.archived,
    placeholder: row.placeholder,
    expiredUrl: row.expired_url,
    notFoundUrl: row.not_found_url,
    logo: row.logo,
    assetLinks: row.asset_links,
    appleAppSiteAssociation: row.apple_app_site_association,
    registeredDomain: null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

async function uniqueSlug<T>(slug: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, "domains_slug_key")) throw error;
    throw new ReferralsError("conflict", `The domain ${slug} is already in use.`);
  }
}
