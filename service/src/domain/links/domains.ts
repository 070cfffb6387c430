import { ReferralsError, type Domain, type DomainInput, type DomainListQuery } from "referrals-embed/contract";
import * as store from "../../store/queries/links/domains.ts";
import { isUniqueViolation } from "../../store/violations.ts";
import { now, type Context } from "../context.ts";
import { destinationUrl } from "referrals-embed/rules";
import { isSharedDomain } from "./link-domain.ts";
import { inTransaction } from "../transaction.ts";
import { askDns, txtRecordOf, type ProofAnswer } from "./verify-domain.ts";
import type { DomainRow } from "../../store/schema/links.ts";
import { columnsOf, recordOf } from "../record.ts";
import { domain, domainInput } from "../../schemas/domain.ts";

/** Domains of the workspace, newest first. */
export async function listDomains(ctx: Context, query: DomainListQuery): Promise<Domain[]> {
  const { archived, search, page = 1, pageSize = 50 } = query;
  return (await store.listDomains(ctx.db, ctx.workspaceId, { archived, search, page, pageSize })).map(toDomain);
}

/**
 * Adds a domain; it does nothing until DNS proves it.
 * @throws ReferralsError 422 for no host name or one of this service, 403 for one of `LINK_DOMAINS`, 409 when the workspace has it already
 */
export async function createDomain(ctx: Context, { slug, primary, ...rest }: DomainInput): Promise<Domain> {
  if (slug === undefined) throw new ReferralsError("unprocessable_entity", "invalid_type: slug: required");
  checkHost(ctx, slug);
  if (primary) throw notVerified(slug);
  const at = now(ctx);
  const ids = { id: ctx.ids.next("dom"), workspace_id: ctx.workspaceId, slug };
  const row = { ...ids, ...domainColumns(rest), created_at: at, updated_at: at };
  return uniqueSlug(slug, async () => toDomain(await store.insertDomain(ctx.db, row)));
}

/** Checks an unverified domain in DNS; answers undefined for a verified one. Call it outside a transaction: it takes seconds. */
export async function lookUpProof(ctx: Context, slug: string): Promise<ProofAnswer | undefined> {
  const domain = await found(ctx, slug);
  return domain.status === "verified" ? undefined : askDns(txtRecordOf(domain), ctx.config.dnsServers);
}

/**
 * Stores the result of a DNS check. A verified domain stays verified.
 * @throws ReferralsError 404, 409 when another workspace has proven the host
 */
export function verifyDomain(ctx: Context, slug: string, answer: ProofAnswer | undefined): Promise<Domain> {
  return uniqueSlug(slug, () =>
    inTransaction(ctx, async (ctx) => {
      const domain = await found(ctx, slug);
      if (!answer || domain.status === "verified") return toDomain(domain);
      const status = answer.proven ? "verified" : "failed";
      const checked = { status, checked_at: now(ctx), check_result: answer.result, updated_at: now(ctx) } as const;
      return toDomain(await store.updateDomain(ctx.db, domain.id, checked));
    }),
  );
}

/**
 * Changes a domain. A new host has to be proven again.
 * @throws ReferralsError 404, 409 for a host the workspace has already, a new host for a domain with links, or a primary one that is not
 * verified; 422 and 403 as `createDomain`
 */
export async function updateDomain(ctx: Context, slug: string, input: DomainInput): Promise<Domain> {
  const { slug: renamed = slug, primary, ...rest } = input;
  const columns = { ...domainColumns(rest), updated_at: now(ctx) };
  return uniqueSlug(renamed, () =>
    inTransaction(ctx, async (ctx) => {
      const domain = await found(ctx, slug);
      const moved = renamed === slug ? {} : await newHost(ctx, domain, renamed);
      const updated = await store.updateDomain(ctx.db, domain.id, { ...columns, ...moved });
      if (primary && updated.status !== "verified") throw notVerified(renamed);
      const shown = updated.status === "verified" && (primary ?? domain.primary);
      if (shown !== domain.primary) await store.setPrimaryDomain(ctx.db, ctx.workspaceId, shown ? renamed : null);
      return toDomain(await found(ctx, renamed));
    }),
  );
}

/**
 * Hands one of `LINK_DOMAINS` to the workspace, so that it decides where unknown and expired links of that host lead. For operators.
 * @throws ReferralsError 422 for another host, 409 when another workspace has it
 */
export function grantDomain(ctx: Context, slug: string): Promise<Domain> {
  if (!isSharedDomain(ctx.config, slug)) {
    const own = ctx.config.linkDomains.map((origin) => new URL(origin).host).join(", ");
    throw new ReferralsError(
      "unprocessable_entity",
      `custom: workspace.domains: ${slug} is not one of LINK_DOMAINS (${own}). Other domains are added under /domains and proven by DNS.`,
    );
  }
  const at = now(ctx);
  const granted = {
    status: "verified",
    granted: true,
    check_result: "Handed over by the operator.",
    updated_at: at,
  } as const;
  return uniqueSlug(slug, () =>
    inTransaction(ctx, async (ctx) => {
      const known = await store.findDomain(ctx.db, ctx.workspaceId, slug);
      if (known?.granted) return toDomain(known);
      await store.withdrawUngranted(ctx.db, slug, "This host belongs to the operator of the service.");
      if (known) return toDomain(await store.updateDomain(ctx.db, known.id, granted));
      const ids = { id: ctx.ids.next("dom"), workspace_id: ctx.workspaceId, slug };
      return toDomain(await store.insertDomain(ctx.db, { ...ids, ...granted, created_at: at }));
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

async function newHost(ctx: Context, domain: DomainRow, slug: string) {
  checkHost(ctx, slug);
  await mustHaveNoLinks(ctx, domain.slug);
  return { slug, status: "pending", checked_at: null, check_result: null, granted: false } as const;
}

/** A name that ends in a number is an address to browsers: `127.1` is `127.0.0.1`. */
const ADDRESS = /(?:^|\.)(?:\d+|0x[\da-f]*)$/;

/** @throws ReferralsError 422 for a host that no workspace can have, 403 for a host that only the operator can hand over */
function checkHost({ config }: Context, slug: string): void {
  if (isSharedDomain(config, slug)) {
    throw new ReferralsError(
      "forbidden",
      `${slug} is a link domain of this service. Links can be made on it as it is; its operator hands it to one workspace by the command apply (workspace.domains).`,
    );
  }
  const name = slug.replace(/:\d+$/, "");
  const own = [config.appUrl, config.apiUrl].map((url) => new URL(url).hostname);
  if (!name.includes(".") || ADDRESS.test(name) || own.includes(name)) {
    throw new ReferralsError(
      "unprocessable_entity",
      `custom: slug: ${slug} must be a public host name of your own, like go.example.com, not an address or a host of this service`,
    );
  }
}

function notVerified(slug: string): ReferralsError {
  return new ReferralsError(
    "conflict",
    `The domain ${slug} is not verified, so it cannot be primary. Publish its TXT record and call POST /domains/${slug}/verify first.`,
  );
}

async function mustHaveNoLinks(ctx: Context, slug: string): Promise<void> {
  if (!(await store.hasLinksOn(ctx.db, ctx.workspaceId, slug))) return;
  throw new ReferralsError("conflict", `The domain ${slug} still has links. Delete or move them first.`);
}

async function found(ctx: Context, slug: string): Promise<DomainRow> {
  const domain = await store.findDomain(ctx.db, ctx.workspaceId, slug);
  if (domain) return domain;
  throw new ReferralsError("not_found", `There is no domain ${slug} in this workspace.`);
}

function domainColumns({ expiredUrl, notFoundUrl, ...input }: Omit<DomainInput, "slug" | "primary">) {
  return {
    ...columnsOf(domainInput, input),
    expired_url: expiredUrl && destinationUrl("expiredUrl", expiredUrl),
    not_found_url: notFoundUrl && destinationUrl("notFoundUrl", notFoundUrl),
  };
}

function toDomain(row: DomainRow): Domain {
  return recordOf(domain, row, {
    verified: row.status === "verified",
    txtRecord: txtRecordOf(row),
    registeredDomain: null,
  });
}

async function uniqueSlug<T>(slug: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, "domains_workspace_slug"))
      throw new ReferralsError("conflict", `The domain ${slug} is in this workspace already.`);
    if (isUniqueViolation(error, "domains_verified_slug"))
      throw new ReferralsError(
        "conflict",
        `The domain ${slug} is verified in another workspace. Remove it there first.`,
      );
    throw error;
  }
}
