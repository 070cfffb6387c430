import { divRound } from "referrals-embed/contract";
import { at, firstOf, textAt, type Buyer, type ProviderStep, type ReadingRules } from "./provider-event.ts";

/** Why an event, or the rest of it, does nothing. */
export function nothing(why: string): ProviderStep[] {
  return [{ do: "nothing", why }];
}

/** What is answered to an event without what it must have. */
export function unreadable(provider: string): ProviderStep[] {
  return nothing(`The event has not the shape that ${provider} documents.`);
}

/** Notes whose customer a buyer is, where the event says so. */
export function customerSteps(buyer: Buyer): ProviderStep[] {
  const says = buyer.own !== null || buyer.click !== null || buyer.code !== null;
  return buyer.customer !== null && says ? [{ do: "customer", buyer }] : [];
}

/** A value of the first metadata that has it, a whole number too. A key may hold dots, which a path would take apart. */
export function metadataAt(object: unknown, places: readonly string[], key: string): string | null {
  const values = places.flatMap((place) => {
    const metadata = at(object, place);
    if (typeof metadata !== "object" || metadata === null || !Object.hasOwn(metadata, key)) return [];
    const value = (metadata as Record<string, unknown>)[key];
    return [textAt({ value: Number.isSafeInteger(value) ? String(value) : value }, "value")];
  });
  return firstOf(...values);
}

/** The id of a customer of the owner's, which tracking takes up to this length. */
export function ownIdAt(object: unknown, places: readonly string[], key: string): string | null {
  return textAt({ value: metadataAt(object, places, key) }, "value", 100);
}

/** What of a payment counts and what does not, in minor units of ISO 4217. */
export interface Counted {
  /** All there was to pay, tax and shipping included. */
  total: number;
  /** What of it was paid in money; credit may have paid the rest. */
  paid: number;
  tax: number;
  shipping: number;
}

/** A payment as a sale needs it. */
export interface Payment {
  buyer: Buyer;
  invoice: string;
  /** Ids by which refunds and disputes name it. */
  payments: string[];
  counted: Counted;
  currency: string;
}

/** A sale of what was paid, less the parts that do not count; of a part payment they are taken off in proportion. */
export function saleSteps(
  { buyer, invoice, payments, counted, currency }: Payment,
  { includeTax, includeShipping }: ReadingRules,
): ProviderStep[] {
  const { total, paid, tax, shipping } = counted;
  const net = total - (includeTax ? 0 : tax) - (includeShipping ? 0 : shipping);
  const amount = paid === total || total <= 0 ? net : Number(divRound(BigInt(net) * BigInt(paid), BigInt(total)));
  const known = customerSteps(buyer);
  if (paid <= 0 || amount <= 0) return [...known, ...nothing("Nothing was paid that counts as a sale.")];
  return [...known, { do: "sale", buyer, invoice, payments, amount, gross: paid, currency }];
}
