import { plainId } from "./event-key.ts";
import { outranks, vouches, type BuyerField, type Source } from "./provenance.ts";

/** A statement and its source. */
export interface Claim {
  text: string;
  source: Source;
}

/** Which customer of the owner's a provider's customer is. */
export interface Tie extends Claim {
  /** When the customer's record at the provider, or the owner, stated it; `null` for a purchase's statement. */
  recordedAt: Date | null;
}

/** The facts about a provider's customer: who they are here, and the click or code that brought them. */
export interface ProviderCustomer {
  tie: Tie | null;
  click: Claim | null;
  code: Claim | null;
}

/** One event's statements about a provider's customer. */
export interface Word extends Record<BuyerField, Claim | null> {
  /** The provider's id of the customer, or a substitute for a guest. */
  id: string;
  /** When the customer's record stated it; `null` for a purchase. */
  recordedAt: Date | null;
  /** Whether the payer chooses the provider's customer by typing an e-mail address. */
  knowsByEmail: boolean;
}

/** An event without name, click and code. */
export const saysNothing = { own: null, click: null, code: null, recordedAt: null } as const;

/** The buyer of one purchase. `who` is `null` when no source names one. */
export interface Purchase {
  who: Claim | null;
  click: Claim | null;
  code: Claim | null;
  /** Whether it names another customer than the tied one, and so says nothing about later purchases. */
  isApart: boolean;
}

/** A provider's customer without facts. */
export const stranger: ProviderCustomer = { tie: null, click: null, code: null };

/**
 * The facts about a provider's customer after an event. The first believed name ties the customer and replaces a buyer's claim. From then
 * on even a believed purchase names only its own buyer; only the customer's record changes the tie.
 */
export function afterWord(known: ProviderCustomer, word: Word): ProviderCustomer {
  const tie = tieAfter(known.tie, word);
  const { click, code } = known.tie && tie && !isSame(known.tie, tie) ? leftOf(known, known.tie) : known;
  const told = appliesTo(tie, word);
  return { tie, click: strongest(click, told.click), code: strongest(code, told.code) };
}

function tieAfter(tie: Tie | null, { own, recordedAt }: Word): Tie | null {
  if (own === null) return tie;
  const said = { ...own, text: plainId(own.text), recordedAt };
  if (tie === null) return said;
  if (isSame(tie, own)) {
    const source = outranks(own.source, tie.source) ? own.source : tie.source;
    return { ...tie, source, recordedAt: vouches(own.source) ? latest(tie.recordedAt, recordedAt) : tie.recordedAt };
  }
  if (!vouches(own.source)) return tie;
  if (!vouches(tie.source)) return said;
  // Events come in any order: an older record must not undo a newer one.
  const isCorrection = recordedAt !== null && (tie.recordedAt === null || recordedAt >= tie.recordedAt);
  return isCorrection ? said : tie;
}

/**
 * When the tie changes, the click and code stay with the customer named before. A believed click or code stays here if that name was only a
 * buyer's claim.
 */
function leftOf({ click, code }: ProviderCustomer, tie: Tie): Pick<ProviderCustomer, "click" | "code"> {
  const left = (claim: Claim | null): Claim | null =>
    claim && vouches(claim.source) && !vouches(tie.source) ? claim : null;
  return { click: left(click), code: left(code) };
}

/** The click and the code of an event, where they are about this customer. */
function appliesTo(
  who: Claim | null,
  { id, own, click, code, recordedAt, knowsByEmail }: Word,
): Pick<Word, "click" | "code"> {
  if (who === null || (own && isSame(who, own))) return { click, code };
  if (own && vouches(own.source)) return { click: null, code: null };
  const believed = (claim: Claim | null): Claim | null => (claim && vouches(claim.source) ? claim : null);
  // A buyer's click or code belongs to the name the buyer wrote.
  if (own) return { click: believed(click), code: believed(code) };
  // Another person may pay with a customer's e-mail address: their click must not be credited for the customer.
  const mayBeAnother = knowsByEmail && recordedAt === null && vouches(who.source) && plainId(who.text) !== plainId(id);
  return mayBeAnother ? { click: null, code: believed(code) } : { click, code };
}

/** The buyer of a purchase, with the click and code that brought them. `known` already includes this event. */
export function purchaseOf(known: ProviderCustomer, word: Word): Purchase {
  const { tie } = known;
  const { own } = word;
  const isBelieved = own !== null && vouches(own.source);
  if (isBelieved && tie && !isSame(tie, own)) return { who: own, click: word.click, code: word.code, isApart: true };
  const who = isBelieved || !(tie && vouches(tie.source)) ? (own ?? tie) : tie;
  const told = appliesTo(who, word);
  const { click, code } = tie && who && !isSame(tie, who) ? leftOf(known, tie) : known;
  return { who, click: strongest(told.click, click), code: strongest(told.code, code), isApart: false };
}

/** Whether two ids belong to one customer. */
export function isSame(one: Claim, other: Claim): boolean {
  return plainId(one.text) === plainId(other.text);
}

/** The first claim from a believed source, else the first claim: all believed sources rank equally, and so do the others. */
export function strongest(...claims: (Claim | null)[]): Claim | null {
  return claims.reduce(
    (best, claim) => (claim && (!best || (vouches(claim.source) && !vouches(best.source))) ? claim : best),
    null,
  );
}

function latest(one: Date | null, other: Date | null): Date | null {
  return one && (!other || one >= other) ? one : other;
}
