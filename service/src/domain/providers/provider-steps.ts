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

/** Translates one kind of event into steps. `part` is the value at {@link EventShape.part}. */
export type StepReader = (part: unknown, rules: ReadingRules) => ProviderStep[];

/** Paths of the common fields in a provider's events. */
export interface EventShape {
  /** Path of the id; `undefined` when it is outside the event. */
  id?: string;
  /** Path of the type. */
  type: string;
  /** Path of the event's object; `undefined` for the whole event. */
  part?: string;
  /** When it happened. */
  at: (event: unknown) => Date;
}

/**
 * Reads an event of a provider with the reader of its type.
 * @param id the id of an event that has none inside
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

/** The answer to an event that lacks a required field. */
export function unreadable(provider: string): ProviderStep[] {
  return nothing(`The event has not the shape that ${provider} documents.`);
}

/** Notes which customer a buyer is, if the event says so. */
export function customerSteps(buyer: Buyer): ProviderStep[] {
  const says = buyer.own !== null || buyer.click !== null || buyer.code !== null;
  return buyer.customer !== null && says ? [{ do: "customer", buyer }] : [];
}

/** A value from the first metadata that has it, also a whole number. A key may contain dots, which a path would split. */
export function metadataAt(object: unknown, places: readonly string[], key: string): string | null {
  return valueAt(object, { places, key }, (value) => textAt(value, "value"));
}

/** A click id, or the longer signed value that replaces it. */
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

/** The owner's id of a customer; tracking accepts it up to this length. */
export function ownIdAt(object: unknown, places: readonly string[], key: string): string | null {
  return textAt({ value: metadataAt(object, places, key) }, "value", 100);
}

/** The counted and the uncounted parts of a payment, in minor units of ISO 4217. */
export interface Counted {
  /** The total, with tax and shipping. */
  total: number;
  /** The part of it paid in money; credit may have paid the rest. */
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

/** A sale of the amount paid minus the uncounted parts; for a part payment they are subtracted in proportion. */
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
