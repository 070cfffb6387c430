import type { Link, LinkBulkFailure, LinkInput } from "referrals-embed/contract";
import type { Context } from "../context.ts";
import { eachAlone } from "../each-alone.ts";
import { createLink } from "./create-link.ts";
import { withHash } from "./link-password.ts";

/** The stored password hashes, by item. */
export type HashedPasswords = ReadonlyMap<unknown, string>;

/**
 * Hashes the passwords of a bulk operation, one after another, before any transaction: a hash takes some 50 ms, and with an
 * `Idempotency-Key` all items are one transaction, which on the embedded store blocks every other call.
 */
export async function hashPasswords(items: readonly unknown[]): Promise<HashedPasswords> {
  const hashes = new Map<unknown, string>();
  for (const item of items) {
    const { password } = (item ?? {}) as { password?: unknown };
    if (typeof password !== "string") continue;
    const { passwordHash } = await withHash({ password });
    if (passwordHash) hashes.set(item, passwordHash);
  }
  return hashes;
}

/**
 * Creates up to 100 links, each alone, and answers in input order; a failed item is answered with its error.
 * @param check turns an item into a body, or throws its 422
 */
export function createLinks(
  ctx: Context,
  items: readonly unknown[],
  { check, hashes }: { check: (item: unknown) => LinkInput; hashes: HashedPasswords },
): Promise<(Link | LinkBulkFailure)[]> {
  const create = (ctx: Context, item: unknown): Promise<Link> => {
    const input = check(item);
    const hash = hashes.get(item);
    return createLink(ctx, hash ? { ...input, passwordHash: hash } : input);
  };
  return eachAlone(ctx, items, {
    run: create,
    refused: (item, { message, code }) => ({ link: item as LinkInput, error: message, code }),
  });
}
