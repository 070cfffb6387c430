import type { Source } from "../../store/schema/money.ts";

/**
 * Who vouches for a fact, weakest first:
 * - `page`: the publishable key, which anybody can read;
 * - `provider-buyer`: a payment provider, in a field that its buyer can write;
 * - `import`: what another product knew;
 * - `provider-server`: a payment provider, in a field that only the owner's server or the provider itself can write;
 * - `server`: a secret key, or a value signed with one;
 * - `person`: somebody who decides.
 */
const sources: readonly Source[] = ["page", "provider-buyer", "import", "provider-server", "server", "person"];

export type { Source };

/** Whether one source is stronger than another. */
export function outranks(one: Source, other: Source): boolean {
  return sources.indexOf(one) > sources.indexOf(other);
}

/** What a statement is worth that holds only if all of these are true. */
export function weakest(first: Source, ...others: Source[]): Source {
  return others.reduce((least, source) => (outranks(least, source) ? source : least), first);
}

/**
 * Whether a source's word may bind a customer for good and earn money at once. Those below name a partner only for a customer whom none of
 * these knows, and what would be earned waits (`unverified`).
 */
export function vouches(source: Source): boolean {
  return !outranks("import", source);
}

/** Who a customer's partner is known from. */
export function knownFrom({ unverified }: { unverified: boolean }): Source {
  return unverified ? "page" : "server";
}

/** Whether a source may name the partner of a customer: one nobody knows, or one known from a source whose word counts no more. */
export function mayName(source: Source, customer: { unverified: boolean } | null): boolean {
  return customer === null || vouches(source) || !vouches(knownFrom(customer));
}

/** What a provider's event may say of its buyer: the owner's id of them, the click that brought them, the code they used. */
export type BuyerField = "own" | "click" | "code";

/** What stands in the address of a link that a provider made for sharing is the buyer's word, whichever provider. */
export const linkSource: Source = "provider-buyer";
