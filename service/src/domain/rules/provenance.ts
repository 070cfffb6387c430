import type { Integration } from "referrals-embed/contract";
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

/**
 * Who can write each of these facts. Paddle takes `customData` from the page, Lemon Squeezy from the address of the checkout; metadata of
 * Stripe and Polar takes a secret key. A code comes from the provider when the provider applied its discount.
 */
export const fieldSources: Readonly<Record<Integration["provider"], Readonly<Record<BuyerField, Source>>>> = {
  stripe: { own: "provider-server", click: "provider-server", code: "provider-server" },
  paddle: { own: "provider-buyer", click: "provider-buyer", code: "provider-server" },
  polar: { own: "provider-server", click: "provider-server", code: "provider-server" },
  lemonsqueezy: { own: "provider-buyer", click: "provider-buyer", code: "provider-buyer" },
};

/** Values in the address of a shareable link come from the buyer, for every provider. */
export const linkSource: Source = "provider-buyer";

/** Whether Polar fills this key of the metadata from the address of a checkout link. */
export function isLinkKey(key: string): boolean {
  return key === "reference_id" || key.startsWith("utm_");
}

/**
 * Providers that identify customers by an e-mail address the payer types in: a purchase may belong to another person than the provider's
 * customer. At Stripe the owner's server makes the customer, or each checkout makes a new one.
 */
export const knowsByEmail: Readonly<Record<Integration["provider"], boolean>> = {
  stripe: false,
  paddle: true,
  polar: true,
  lemonsqueezy: true,
};
