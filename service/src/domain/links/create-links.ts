import { ReferralsError, type Link, type LinkBulkFailure, type LinkInput } from "referrals-embed/contract";
import type { Context } from "../context.ts";
import { createLink } from "./create-link.ts";

/**
 * Creates up to 100 links, each alone, answers in input order; one that fails is named with its error (api-contract §11.3).
 * @param check turns an item into a body, or throws its 422
 */
export async function createLinks(
  ctx: Context,
  items: readonly unknown[],
  check: (item: unknown) => LinkInput,
): Promise<(Link | LinkBulkFailure)[]> {
  const answers: (Link | LinkBulkFailure)[] = [];
  for (const item of items) {
    try {
      answers.push(await createLink(ctx, check(item)));
    } catch (error) {
      if (!(error instanceof ReferralsError)) throw error;
      answers.push({ link: item as LinkInput, error: error.message, code: error.code });
    }
  }
  return answers;
}
