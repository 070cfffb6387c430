import { plainId } from "./event-key.ts";
import { outranks, vouches, type BuyerField, type Source } from "./provenance.ts";

/** Something that is said, and who says so. */
export interface Claim {
  text: string;
  source: Source;
}

/** Which customer of the owner's a provider's customer is. */
export interface Tie extends Claim {
  /** When the customer's own record at the provider, or the owner, said so; `null` where a purchase did. */
  recordedAt: Date | null;
}

/** What is known of a provider's customer: who they are here, and what brought them. */
export interface ProviderCustomer {
  tie: Tie | null;
  click: Claim | null;
  code: Claim | null;
}

/** What one event says of a provider's customer. */
export interface Word extends Record<BuyerField, Claim | null> {
  /** The provider's id of the customer, or what stands for a guest. */
  id: string;
  /** When the customer's own record said it; `null` for what a purchase says. */
  recordedAt: Date | null;
  /** Whether whoever pays chooses the provider's customer by an e-mail address. */
  knowsByEmail: boolean;
}

/** What an event without a name, click and code says. */
export const saysNothing = { own: null, click: null, code: null, recordedAt: null } as const;

/** A buyer as one purchase has them. `who` is `null` where nothing says it. */
export interface Purchase {
  who: Claim | null;
  click: Claim | null;
  code: Claim | null;
  /** Whether it names another customer than the one tied, and so says nothing of the purchases after it. */
  isApart: boolean;
}

/** Nothing is known. */
export const stranger: ProviderCustomer = { tie: null, click: null, code: null };

/**
 * What is known of a provider's customer after an event. The first believed name ties them, in the place of what a buyer said; after that
 * a purchase says only whose it is, however strong its word, and the customer's own record alone corrects it.
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

/** What brought the customer whom a provider's customer was said to be brings nobody else; without a believed name it is theirs. */
function leftOf({ click, code }: ProviderCustomer, tie: Tie): Pick<ProviderCustomer, "click" | "code"> {
  const left = (claim: Claim | null): Claim | null =>
    claim && vouches(claim.source) && !vouches(tie.source) ? claim : null;
  return { click: left(click), code: left(code) };
}

/** The click and the code of an event, as far as they speak of this customer. */
function appliesTo(
  who: Claim | null,
  { id, own, click, code, recordedAt, knowsByEmail }: Word,
): Pick<Word, "click" | "code"> {
  if (who === null || (own && isSame(who, own))) return { click, code };
  if (own && vouches(own.source)) return { click: null, code: null };
  const believed = (claim: Claim | null): Claim | null => (claim && vouches(claim.source) ? claim : null);
  // What a buyer writes beside a name is about that name.
  if (own) return { click: believed(click), code: believed(code) };
  // Somebody with a customer's e-mail address pays by a click of their own: it must not bring the customer.
  const mayBeAnother = knowsByEmail && recordedAt === null && vouches(who.source) && plainId(who.text) !== plainId(id);
  return mayBeAnother ? { click: null, code: believed(code) } : { click, code };
}

/** Whose a purchase is, and what brought them. `known` is what is known after its own word. */
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

/** Whether two ids are one customer's. */
export function isSame(one: Claim, other: Claim): boolean {
  return plainId(one.text) === plainId(other.text);
}

/** The first of the strongest that there are: believed sources are alike, and so are the others. */
export function strongest(...claims: (Claim | null)[]): Claim | null {
  return claims.reduce(
    (best, claim) => (claim && (!best || (vouches(claim.source) && !vouches(best.source))) ? claim : best),
    null,
  );
}

function latest(one: Date | null, other: Date | null): Date | null {
  return one && (!other || one >= other) ? one : other;
}
