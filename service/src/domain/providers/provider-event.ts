import { divRound } from "referrals-embed/contract";
import { parseInstant, withoutHiddenMarks } from "referrals-embed/rules";
import { bounds, cut, exceeds } from "../../bounds.ts";
import type { Chargeback } from "../rules/chargebacks.ts";
import type { BuyerField, Source } from "../rules/provenance.ts";

/** Who paid, as a provider tells it. */
export interface Buyer {
  /** The provider's id of the customer; `null` for a guest. */
  customer: string | null;
  /** What stands for a guest: the id of the payment. */
  guest: string;
  /** The customer's id in the owner's database. */
  own: string | null;
  click: string | null;
  /** A discount code, or the provider's id of one. */
  code: string | null;
  email: string | null;
  name: string | null;
  /** Who vouches for what it says, where that is not what the provider's `fields` say. */
  vouched?: Partial<Record<BuyerField, Source>>;
  /** Whether the customer's own record at the provider says it, and not one of their purchases. */
  isRecord?: boolean;
  /** What stands in a value that the owner's server was to have signed, and what became of it. */
  signed?: { id: string; state: SignedState } & Record<BuyerField, string | null>;
}

/**
 * Whether a key of the workspace signed a value, whether it ran out before what it came with happened, and whether it names a customer: one
 * without could be brought by anybody.
 */
export type SignedState = "valid" | "expired" | "forged" | "nameless";

/** What a signed value begins with that takes the place of a click id. */
export const signedPrefix = "rs1_";

/** One thing an event says, in the order in which it is done. Amounts are minor units of ISO 4217. */
export type ProviderStep =
  /** Something to look up later: the text of a code, the sale of a payment. */
  | { do: "note"; name: string; value: string }
  /** Whose customer this is; a sale may follow. */
  | { do: "customer"; buyer: Buyer }
  /** `amount` is what counts of the `gross` that was paid; `payments` are the ids by which refunds and disputes name it. */
  | {
      do: "sale";
      buyer: Buyer;
      invoice: string;
      payments: string[];
      amount: number;
      gross: number;
      currency: string;
    }
  /**
   * `refunded` is what has been given back in total, of the first of the payments or of the sale they paid. With a `part`, the id of
   * this refund, it is this refund alone. `whole` is what was paid, where the event tells it.
   */
  | { do: "refund"; payments: string[]; refunded: number; whole: number | null; of: "payment" | "sale"; part?: string }
  /** A refund that came to nothing after it had been told of: since when it was one, and how much it was. */
  | { do: "return"; payments: string[]; refund: string; amount: number; since: number }
  | { do: "dispute"; payments: string[]; dispute: string; amount: number; status: "opened" | "won" | "lost" }
  /** One of several of a payment, which only together say what its buyer has back. */
  | { do: "chargeback"; payment: string; told: Chargeback }
  | { do: "end"; customer: string; at: string }
  /** Why there is nothing to do, or nothing more. */
  | { do: "nothing"; why: string };

/** A provider's event in our words. */
export interface ProviderEvent {
  id: string;
  type: string;
  at: Date;
  steps: ProviderStep[];
}

/** How an owner wants a provider's events to be read. */
export interface ReadingRules {
  clickIdKey: string;
  customerIdKey: string;
  includeTax: boolean;
  includeShipping: boolean;
}

/** A part of a provider's object by its path; `undefined` where there is none. */
export function at(value: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (part, name) =>
        typeof part === "object" && part !== null && Object.hasOwn(part, name)
          ? (part as Record<string, unknown>)[name]
          : undefined,
      value,
    );
}

/** A text that can be stored; `null` for anything else, and for one longer than an identifier may be. */
export function textAt(value: unknown, path: string, maxCharacters = 255): string | null {
  const found = at(value, path);
  if (typeof found !== "string" || found === "" || [...found].length > maxCharacters) return null;
  return exceeds(found, bounds.pathParameter) || /\0|\p{Surrogate}/u.test(found) ? null : found;
}

/** The id of an object that stands there itself, or by its id. */
export function idAt(value: unknown, path: string): string | null {
  return textAt(value, path) ?? textAt(value, `${path}.id`);
}

/** A whole number; 0 for anything else. */
export function countAt(value: unknown, path: string): number {
  const found = at(value, path);
  return typeof found === "number" && Number.isSafeInteger(found) ? found : 0;
}

/** A date; the epoch for anything else. */
export function dateAt(value: unknown, path: string): Date {
  const found = textAt(value, path, 40);
  return parseInstant(found ?? "") ?? new Date(0);
}

/** A list; empty for anything else. */
export function listAt(value: unknown, path: string): readonly unknown[] {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
}

/** The first value there is. */
export function firstOf<T>(...values: (T | null)[]): T | null {
  return values.find((value) => value !== null) ?? null;
}

/** A name as it is stored, cut where it is too long. */
export function nameAt(value: unknown, path: string): string | null {
  const found = at(value, path);
  return typeof found === "string" ? textAt({ name: withoutHiddenMarks(cut(found, 400)).slice(0, 100) }, "name") : null;
}

/** The part of a sale that corresponds to a part of what was paid for it. Depends on the totals only, never on the steps between. */
export function shareOf(amount: number, part: number, whole: number): number {
  return part >= whole ? amount : Number(divRound(BigInt(amount) * BigInt(part), BigInt(whole)));
}
