import type { Link, LinkBulkFailure, LinkInput } from "referrals-embed/contract";
import type { Context } from "../context.ts";
import { eachAlone } from "../each-alone.ts";
import { createLink } from "./create-link.ts";

/**
 * Creates up to 100 links, each alone, answers in input order; one that fails is named with its error.
 * @param check turns an item into a body, or throws its 422
 */
export function createLinks(
  ctx: Context,
  items: readonly unknown[],
  check: (item: unknown) => LinkInput,
): Promise<(Link | LinkBulkFailure)[]> {
  return eachAlone(ctx, items, {
    run: (ctx, item) => createLink(ctx, check(item)),
    refused: (item, { message, code }) => ({ link: item as LinkInput, error: message, code }),
  });
}
