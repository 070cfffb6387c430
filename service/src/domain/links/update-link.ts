import { ReferralsError, type Link, type LinkPatch } from "referrals-embed/contract";
import { linkKey, takenKey } from "referrals-embed/rules";
import {
  findLink,
  findLinks,
  isRetiredKey,
  retireKey,
  setLinkTags,
  updateLink as writeLink,
  type LinkWithTags,
} from "../../store/queries/links.ts";
import { now, type Context } from "../context.ts";
import { emit } from "../outbox.ts";
import { inTransaction } from "../transaction.ts";
import { linkAddress } from "./find-link.ts";
import { linkColumns } from "./link-columns.ts";
import type { Hashed } from "./link-password.ts";
import type { LinkColumns } from "../../store/schema/links.ts";
import { changedOwner, lockLinks } from "./link-owner.ts";
import { linkDomain, namedDomain, shortLinkOf } from "./link-domain.ts";
import { toLink } from "./link-record.ts";
import { linkReferences } from "./link-references.ts";
import { uniqueFields } from "./unique-fields.ts";
import { present } from "../../present.ts";

/**
 * Changes a link: `null` clears, absent keeps. Nothing is written or announced when nothing changes.
 * @param linkId `link_...`, or `ext_` and the integrator's id
 * @throws ReferralsError 404, 422, 403 for a foreign domain, 409 for a taken key, external id or identifier, and for another owner of a link with events
 */
export async function updateLink(ctx: Context, linkId: string, patch: LinkPatch): Promise<Link> {
  return inTransaction(ctx, async (ctx) => {
    const found = await findLink(ctx.db, ctx.workspaceId, linkAddress(linkId));
    const [link] = found ? await lockLinks(ctx, [found.id], patch) : [];
    if (!link) throw new ReferralsError("not_found", `There is no link ${linkId} in this workspace.`);
    return changeLink(ctx, link, patch);
  });
}

/** Changes a link that is already locked. */
export async function changeLink(ctx: Context, link: LinkWithTags, patch: Hashed<LinkPatch>): Promise<Link> {
  const references = await linkReferences(ctx, patch);
  const columns = onlyChanged(link, {
    ...(await linkColumns(patch, link)),
    ...references.columns,
    ...(await changedOwner(ctx, patch, link)),
    ...(await place(ctx, link, patch)),
  });
  const tagIds = references.tagIds;
  const retagged = tagIds !== undefined && tagIds.join() !== link.tags.map((tag) => tag.id).join();
  if (Object.keys(columns).length === 0 && !retagged) return toLink(link, ctx.config);
  await uniqueFields(String(columns.key ?? link.key), () =>
    writeLink(ctx.db, link.id, { ...columns, updated_at: now(ctx) }),
  );
  if (retagged) await setLinkTags(ctx.db, link.id, tagIds);
  if (columns.short_link !== undefined) await leavePlace(ctx, link, columns);
  return announce(ctx, link.id);
}

/** The columns of a new domain or key. */
async function place(ctx: Context, link: LinkWithTags, patch: LinkPatch): Promise<LinkColumns> {
  if (!patch.domain && typeof patch.key !== "string") return {};
  const domain = patch.domain ? await namedDomain(ctx, patch.domain) : linkDomain(ctx.config, link.domain);
  const key = typeof patch.key === "string" && patch.key !== link.key ? patch.key : undefined;
  if (key === undefined && domain.host === link.domain) return {};
  const checked = linkKey("key", key ?? link.key, domain.shared);
  return { domain: domain.host, key: checked, short_link: shortLinkOf(domain, checked) };
}

/** The new key must not be another's old one; the old one, once clicked, is never given to another link. */
async function leavePlace(ctx: Context, link: LinkWithTags, columns: LinkColumns): Promise<void> {
  const domain = (columns.domain as string | undefined) ?? link.domain;
  const key = (columns.key as string | undefined) ?? link.key;
  if (await isRetiredKey(ctx.db, domain, { key, linkId: link.id })) throw takenKey(key);
  // No click of a locked link is stored meanwhile: it counts in the row, or it waits.
  if (link.clicks + link.unique_clicks > 0 || ctx.clicks?.isClicked(link.id)) {
    await retireKey(ctx.db, { domain: link.domain, key: link.key, id: link.id, at: now(ctx) });
  }
}

/** What differs from the row; the rest is no change. */
function onlyChanged(link: LinkWithTags, columns: LinkColumns): LinkColumns {
  const entries = Object.entries(columns).filter(([column, value]) => {
    const current = link[column as keyof LinkWithTags] as unknown;
    return comparable(column, value) !== comparable(column, current);
  });
  return Object.fromEntries(entries);
}

const jsonColumns = new Set(["geo", "test_variants", "webhook_ids"]);

function comparable(column: string, value: unknown): unknown {
  if (value instanceof Date) return value.getTime();
  if (!jsonColumns.has(column)) return value;
  const parsed = typeof value === "string" ? (JSON.parse(value) as unknown) : value;
  return JSON.stringify(parsed, sortedKeys);
}

/** jsonb keeps no order of keys. */
function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function announce(ctx: Context, id: string): Promise<Link> {
  const [row] = await findLinks(ctx.db, [id]);
  const link = toLink(present(row, "the row"), ctx.config);
  await emit(ctx, "link.updated", link);
  return link;
}
