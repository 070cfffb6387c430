import { ReferralsError, type Link } from "referrals-embed/contract";
import { checkKey, isReserved, linkKey, longestKey, takenKey } from "referrals-embed/rules";
import { findLinks, insertLink, isRetiredKey, setLinkTags } from "../../store/queries/links/links.ts";
import type { NewLink } from "../../store/schema/links.ts";
import { now, type Context } from "../context.ts";
import { base62, type Ids } from "../ids.ts";
import { emit } from "../outbox.ts";
import { inTransaction } from "../transaction.ts";
import { shortLinkOf, type LinkDomain } from "./link-domain.ts";
import { toLink } from "./link-record.ts";
import { present } from "../../present.ts";

/** Settings for generated keys. */
interface KeyPattern {
  /** 3..190, default 7. */
  keyLength?: number;
  prefix?: string | null;
}

/** The source of keys: the given key, or a series to try until one is free. */
export type KeySource = { key: string } | { pattern: KeyPattern } | { candidates: (attempt: number) => string };

const maxAttempts = 20;
const defaultLength = 7;

/**
 * Adds a link at a free key and announces it. The database guarantees that the address is unique; a key once clicked under another
 * link counts as taken.
 * @throws ReferralsError 409 when the given key is taken, 422 when it is not a valid key
 */
export async function addLink(
  ctx: Context,
  domain: LinkDomain,
  { keys, columns, tagIds = [] }: { keys: KeySource; columns: NewLink; tagIds?: readonly string[] },
): Promise<Link> {
  const attempts = "key" in keys ? 1 : maxAttempts;
  for (let attempt = 0; ; attempt++) {
    const key = nextKey(ctx, domain, { keys, attempt });
    const id = await takePlace(ctx, domain, { key, columns });
    if (id !== undefined) return announce(ctx, id, tagIds);
    if (attempt + 1 >= attempts) throw takenKey(key);
  }
}

function nextKey(ctx: Context, domain: LinkDomain, { keys, attempt }: { keys: KeySource; attempt: number }): string {
  if ("key" in keys) return linkKey("key", keys.key, domain.shared);
  if ("pattern" in keys) return randomKey(ctx.ids, keys.pattern, domain.shared);
  return keys.candidates(attempt);
}

/**
 * A random key: the given prefix, then `keyLength` random characters. A key cannot begin with a slash; a random character replaces it, so
 * the length stays prefix plus `keyLength` (specification, `keyLength`).
 */
export function randomKey(ids: Ids, pattern: KeyPattern, shared: boolean): string {
  const given = (pattern.prefix ?? "").normalize("NFC");
  const length = [...given].length + (pattern.keyLength ?? defaultLength);
  if (length > longestKey) {
    const message = `too_big: keyLength: prefix and keyLength together must be at most ${longestKey}`;
    throw new ReferralsError("unprocessable_entity", message);
  }
  const prefix = given.replace(/^\//, "");
  checkKey("prefix", `${prefix}0`);
  if (prefix.includes("/") && isReserved(prefix, shared)) throw takenKey(prefix);
  for (;;) {
    const key = prefix + ids.random(length - [...prefix].length, base62);
    if (!isReserved(key, shared)) return key;
  }
}

/** Inserts first, then looks for a retired key, in one transaction: so it sees a concurrent rename. */
async function takePlace(
  ctx: Context,
  domain: LinkDomain,
  { key, columns }: { key: string; columns: NewLink },
): Promise<string | undefined> {
  const retired = new Error("retired");
  const id = ctx.ids.next("link");
  const at = now(ctx);
  try {
    return await inTransaction(ctx, async ({ db }) => {
      const place = { domain: domain.host, key, short_link: shortLinkOf(domain, key) };
      const row = { ...columns, ...place, id, workspace_id: ctx.workspaceId, created_at: at, updated_at: at };
      if (!(await insertLink(db, row))) return undefined;
      if (await isRetiredKey(db, domain.host, { key, linkId: id })) throw retired;
      return id;
    });
  } catch (error) {
    if (error === retired) return undefined;
    throw error;
  }
}

async function announce(ctx: Context, id: string, tagIds: readonly string[]): Promise<Link> {
  if (tagIds.length > 0) await setLinkTags(ctx.db, [id], tagIds);
  const [row] = await findLinks(ctx.db, [id]);
  const link = toLink(present(row, "the row"), ctx.config);
  await emit(ctx, "link.created", link);
  return link;
}
