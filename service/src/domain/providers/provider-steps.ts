import { divRound } from "referrals-embed/contract";
import {
  at,
  firstOf,
  signedPrefix,
  textAt,
  type Buyer,
  type ProviderEvent,
  type ProviderStep,
  type ReadingRules,
} from "./provider-event.ts";

/** Says what one kind of event does. `part` is what stands at {@link EventShape.part}. */
export type StepReader = (part: unknown, rules: ReadingRules) => ProviderStep[];

/** Where a provider's events have what each has. */
export interface EventShape {
  /** Path of the id; `undefined` where it stands outside the event. */
  id?: string;
  /** Path of the type. */
  type: string;
  /** Path of what the event is about; `undefined` for the whole event. */
  part?: string;
  /** When it happened. */
  at: (event: unknown) => Date;
}

/**
 * What an event of a provider says, by the reader of its type.
 * @param id that of an event which has none inside
 * @returns `null` for anything but an event
 */
export function readEvent(
  event: unknown,
  { id: idPath, type: typePath, part, at: dateOf }: EventShape,
  { readers, rules, id: given }: { readers: Readonly<Record<string, StepReader>>; rules: ReadingRules; id?: string },
): ProviderEvent | null {
  const id = idPath === undefined ? (given ?? null) : textAt(event, idPath);
  const type = textAt(event, typePath);
  if (id === null || type === null) return null;
  const reader = Object.hasOwn(readers, type) ? readers[type] : undefined;
  const steps = reader?.(part === undefined ? event : at(event, part), rules);
  return { id, type, at: dateOf(event), steps: steps ?? nothing("Events of this kind are not read.") };
}

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
  return valueAt(object, { places, key }, (value) => textAt(value, "value"));
}

/** A click id, or a signed value in its place, which is longer. */
export function clickAt(object: unknown, places: readonly string[], key: string): string | null {
  return valueAt(object, { places, key }, (value) => clickIn(value, "value"));
}

/** The same by its path. */
export function clickIn(object: unknown, path: string): string | null {
  const found = at(object, path);
  const isSigned = typeof found === "string" && found.startsWith(signedPrefix) && /^[\w-]{1,1000}$/.test(found);
  return isSigned ? found : textAt(object, path);
}

function valueAt(
  object: unknown,
  { places, key }: { places: readonly string[]; key: string },
  read: (value: { value: unknown }) => string | null,
): string | null {
  const values = places.flatMap((place) => {
    const metadata = at(object, place);
    if (typeof metadata !== "object" || metadata === null || !Object.hasOwn(metadata, key)) return [];
    const value = (metadata as Record<string, unknown>)[key];
    return [read({ value: Number.isSafeInteger(value) ? String(value) : value })];
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
