import fc from "fast-check";
import type { PlayedProvider, SentEvent } from "./integration.ts";

/** What differs between customers' stories: a subscription with two invoices, a later purchase, refunds, a dispute, the end. */
export interface Story {
  own: boolean;
  byCode: boolean;
  amounts: [number, number, number];
  /** Refunds of the first invoice, in per cent of it. */
  refunds: [number, number];
  /** Of the second invoice, in per cent of it. */
  disputed: number;
  outcome: "won" | "lost";
}

export const story: fc.Arbitrary<Story> = fc.record({
  own: fc.boolean(),
  byCode: fc.boolean(),
  amounts: fc.tuple(
    fc.integer({ min: 100, max: 20_000 }),
    fc.integer({ min: 100, max: 20_000 }),
    fc.integer({ min: 100, max: 20_000 }),
  ),
  refunds: fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 40 })),
  disputed: fc.integer({ min: 1, max: 100 }),
  outcome: fc.constantFrom("won", "lost"),
});

/** Whose story it is, and what brought them. */
export interface Teller {
  who: string;
  click: string;
  code: string;
  /** Custom data with whose purchase it is and what brought it, signed as an owner's server does. */
  signed: Record<string, string>;
}

/** The events of one customer of a provider, as they happen. */
export type Tell = (story: Story, teller: Teller) => SentEvent[];

/** A provider whose events tests can tell a story by. */
export interface TellingProvider extends PlayedProvider {
  tell: Tell;
}

/** A part of an amount, at least one. */
export function partOf(amount: number, percent: number): number {
  return Math.max(1, Math.round((amount * percent) / 100));
}

/** Twenty per cent of tax on an amount. */
export function taxOn(amount: number): number {
  return Math.round(amount / 5);
}
