import { ReferralsError, type Link, type LinkPatch } from "referrals-embed/contract";
import { linkKey, takenKey } from "referrals-embed/rules";
import {
  findLink,
  findLinks,
  isRetiredKey,
  retireKey,
  setLinkTags,
  updateLinks as writeLinks,
  type LinkWithTags,
} from "../../store/queries/links/links.ts";
import { now, type Context } from "../context.ts";
import { emitAll } from "../outbox.ts";
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
 * Changes a link: `null` clears, absent keeps. A change without differences writes and announces nothing.
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
  return present((await changeLinks(ctx, [link], patch)).get(link.id), "the changed link");
}

/**
 * Changes locked links, all in the same way. One statement each looks up, writes and announces their common parts: the embedded store
 * answers no other call until the last of a hundred links is done.
 * @returns the links by id
 */
export async function changeLinks(
  ctx: Context,
  links: readonly LinkWithTags[],
  patch: Hashed<LinkPatch>,
): Promise<Map<string, Link>> {
  const references = await linkReferences(ctx, patch);
  const { tagIds } = references;
  const retagged = links.filter(
    ({ tags }) => tagIds !== undefined && tagIds.join() !== tags.map((tag) => tag.id).join(),
  );
  const changes = new Map<LinkWithTags, LinkColumns>();
  for (const link of links) {
    const columns = onlyChanged(link, {
      ...(await linkColumns(patch, link)),
      ...references.columns,
      ...(await changedOwner(ctx, patch, link)),
      ...(await place(ctx, link, patch)),
    });
    if (Object.keys(columns).length > 0 || retagged.includes(link)) changes.set(link, columns);
  }
  for (const [columns, alike] of groupsOf(changes)) {
    await uniqueFields(String(columns.key ?? alike[0]?.key), () =>
      writeLinks(
        ctx.db,
        alike.map(({ id }) => id),
        { ...columns, updated_at: now(ctx) },
      ),
    );
  }
  if (tagIds !== undefined && retagged.length > 0) {
    const ids = retagged.map(({ id }) => id);
    await setLinkTags(ctx.db, ids, tagIds);
  }
  for (const [link, columns] of changes) if (columns.short_link !== undefined) await leavePlace(ctx, link, columns);
  const after = await announce(ctx, [...changes.keys()]);
  return new Map(links.map((link) => [link.id, after.get(link.id) ?? toLink(link, ctx.config)]));
}

/** Links whose changed columns and values are the same. */
function groupsOf(changes: ReadonlyMap<LinkWithTags, LinkColumns>): [LinkColumns, LinkWithTags[]][] {
  const groups = new Map<string, [LinkColumns, LinkWithTags[]]>();
  for (const [link, columns] of changes) {
    const name = JSON.stringify(columns);
    const group = groups.get(name) ?? [columns, []];
    group[1].push(link);
    groups.set(name, group);
  }
  return [...groups.values()];
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

/** The new key must not be another link's old key; a clicked old key is never given to another link. */
async function leavePlace(ctx: Context, link: LinkWithTags, columns: LinkColumns): Promise<void> {
  const domain = (columns.domain as string | undefined) ?? link.domain;
  const key = (columns.key as string | undefined) ?? link.key;
  if (await isRetiredKey(ctx.db, domain, { key, linkId: link.id })) throw takenKey(key);
  // While a link is locked, no click of it is stored: a click is already counted in the row, or it waits.
  if (link.clicks + link.unique_clicks > 0 || ctx.clicks?.isClicked(link.id)) {
    await retireKey(ctx.db, { domain: link.domain, key: link.key, id: link.id, at: now(ctx) });
  }
}

/** The columns that differ from the row. */
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

/** Announces changed links by webhook, in the order of the change. @returns the changed links, by id */
async function announce(ctx: Context, links: readonly LinkWithTags[]): Promise<Map<string, Link>> {
  const ids = links.map(({ id }) => id);
  const rows = new Map((await findLinks(ctx.db, ids)).map((row) => [row.id, row]));
  const after = new Map(ids.map((id) => [id, toLink(present(rows.get(id), "the row"), ctx.config)]));
  await emitAll(ctx, "link.updated", [...after.values()]);
  return after;
}
