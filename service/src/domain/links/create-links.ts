import { ReferralsError, type Link, type LinkBulkFailure, type LinkInput } from "referrals-embed/contract";
import type { Context } from "../context.ts";
import { inTransaction } from "../transaction.ts";
import { createLink } from "./create-link.ts";

/**
 * Creates up to 100 links, each alone, answers in input order; one that fails is named with its error.
 * @param check turns an item into a body, or throws its 422
 */
export async function createLinks(
  ctx: Context,
  items: readonly unknown[],
  check: (item: unknown) => LinkInput,
): Promise<(Link | LinkBulkFailure)[]> {
  return inTransaction(ctx, async (ctx) => {
    const answers: (Link | LinkBulkFailure)[] = [];
    for (const item of items) answers.push(await createOne(ctx, item, check));
    return answers;
  });
}

/** Within its own savepoint: a failure the caller can mend leaves the others, an unexpected one undoes them all. */
async function createOne(
  ctx: Context,
  item: unknown,
  check: (item: unknown) => LinkInput,
): Promise<Link | LinkBulkFailure> {
  try {
    return await createLink(ctx, check(item));
  } catch (error) {
    if (!(error instanceof ReferralsError)) throw error;
    return { link: item as LinkInput, error: error.message, code: error.code };
  }
}
