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

/** The source of a statement that depends on several others: the weakest of them. */
export function weakest(first: Source, ...others: Source[]): Source {
  return others.reduce((least, source) => (outranks(least, source) ? source : least), first);
}

/**
 * Whether a source may bind a customer for good and earn money at once. A weaker source names a partner only for a customer whom no such
 * source knows, and the earnings wait (`unverified`).
 */
export function vouches(source: Source): boolean {
  return !outranks("import", source);
}

/** The source that named a customer's partner. */
export function knownFrom({ unverified }: { unverified: boolean }): Source {
  return unverified ? "page" : "server";
}

/**
 * Whether a source may name the partner of a customer: yes for an unknown customer, or for one known from a source that is not stronger.
 */
export function mayName(source: Source, customer: { unverified: boolean } | null): boolean {
  return customer === null || vouches(source) || !vouches(knownFrom(customer));
}

/** Facts about the buyer in a provider's event: the owner's id, the click that brought them, the code they used. */
export type BuyerField = "own" | "click" | "code";

/** Values in the address of a shareable link come from the buyer, for every provider. */
export const linkSource: Source = "provider-buyer";
