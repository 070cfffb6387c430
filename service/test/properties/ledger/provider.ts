import { DAY, share, sum, type Books, type Sale } from "./books.ts";
import type { PlayedProvider } from "../../integrations/integration.ts";
import { sell } from "./earn.ts";
import { judgeSale } from "./settle.ts";

/** What a provider tells of one payment (docs/integrations.md); amounts in `gross` are of what was paid, tax included. */
export type Fact =
  | { is: "paid" }
  /** One of the payments of an invoice. */
  | { is: "part"; part: number }
  /** What was refunded of a part in total, at that time. */
  | { is: "total"; part: number; at: number; gross: number }
  /** A refund, made at that time, that came to nothing later: it failed, or was called off. */
  | { is: "failed"; part: number; made: number; at: number; gross: number; isCanceled: boolean }
  | { is: "refund"; id: string; gross: number }
  | { is: "opened" | "won" | "lost"; part: number; gross: number }
  | { is: "warning" | "warning over"; gross: number }
  /** As it was made, or as it stands once it was reversed. */
  | { is: "chargeback" | "chargeback reversed"; id: string; gross: number }
  | { is: "chargeback back"; gross: number };

export interface Payment {
  provider: PlayedProvider["provider"] | "stripe invoice";
  /** The invoice id that the sale has with us. */
  invoice: string;
  customer: number;
  /** Whose click the owner's server vouches for. */
  click: number;
  net: number;
  /** What was paid, tax included. */
  gross: number;
  /** By how many payments of one size. */
  parts: number;
  facts: Fact[];
}

/** Takes a fact; what was told before of the same payment, in whatever order, counts with it (J4). */
export function tell(books: Books, payment: Payment, told: ReadonlyMap<Fact, number>): void {
  if (![...told.keys()].some(({ is }) => is === "paid")) return;
  const { invoice, net: amount, provider } = payment;
  const click = books.partners[payment.click] ?? null;
  const isKnown = books.sales.some((one) => one.invoice === invoice);
  if (!isKnown)
    sell(books, { invoice, amount, currency: "usd", customer: `cus-${payment.customer}`, click, code: null });
  const sale = books.sales.find((one) => one.invoice === invoice);
  if (!sale) return;
  const facts = [...told.keys()].filter((fact) => provider !== "stripe invoice" || isOfKnownPart(fact, told));
  const net = (gross: number): number => share(amount, Math.min(gross, payment.gross), payment.gross);
  const refunded = refundedOf(facts);
  const charged = net(chargedOf(facts) + lostOf(facts));
  // What was given back whole leaves nothing, however it was split (J4).
  sale.refunds.set(invoice, net(refunded));
  // A dispute is the share of the sale that its own amount is, of what refunds leave (J4).
  setDispute(sale, "charged", { amount: Math.min(charged, amount - net(refunded)), status: "lost" });
  const has = (is: Fact["is"]): boolean => facts.some((fact) => fact.is === is);
  const isWarned = has("warning") && !has("warning over") && !has("chargeback") && !has("chargeback reversed");
  const isOver = (part: number): boolean =>
    facts.some((fact) => (fact.is === "won" || fact.is === "lost") && fact.part === part);
  const isOpened = facts.some((fact) => fact.is === "opened" && !isOver(fact.part));
  if (isWarned || isOpened) setDispute(sale, "open", { amount: 0, status: "opened" });
  else sale.disputes.delete("open");
  judgeSale(books, sale);
}

const setDispute = ({ disputes }: Sale, id: string, dispute: { amount: number; status: "opened" | "lost" }): void =>
  void disputes.set(id, dispute);

/** J4, J5: what waits for another event is given up after 72 hours; which payments paid an invoice is noted. */
export function giveUpParked({ sales, now }: Books, { invoice, provider }: Payment, told: Map<Fact, number>): void {
  const isSold = sales.some((sale) => sale.invoice === invoice);
  for (const [fact, at] of told) {
    const waits = isSold ? provider === "stripe invoice" && !isOfKnownPart(fact, told) : fact.is !== "part";
    if (waits && now - at > 3 * DAY) told.delete(fact);
  }
}

/** Whether a fact is of a payment of which is known that it paid the invoice, or of the invoice itself. */
const isOfKnownPart = (fact: Fact, told: ReadonlyMap<Fact, number>): boolean =>
  !("part" in fact) || [...told.keys()].some((one) => one.is === "part" && one.part === fact.part);

/** The newest total of each part, less what of it came to nothing later; or all refunds that were told one by one. */
function refundedOf(facts: readonly Fact[]): number {
  const single = new Map(facts.flatMap((fact) => (fact.is === "refund" ? [[fact.id, fact.gross]] : [])));
  const totals = [0, 1, 2].map((part) => {
    const told = facts.flatMap((fact) => (fact.is === "total" && fact.part === part ? [fact] : []));
    const newest = told.toSorted((a, b) => a.at - b.at).at(-1);
    if (!newest) return 0;
    const failed = facts.flatMap((fact) =>
      fact.is === "failed" && fact.part === part && fact.made <= newest.at && newest.at < fact.at ? [fact.gross] : [],
    );
    return Math.max(0, newest.gross - sum(failed));
  });
  return sum(single.values()) + sum(totals);
}

const grossOf = (facts: readonly Fact[], is: Fact["is"]): number =>
  sum(facts.flatMap((fact) => (fact.is === is && "gross" in fact ? [fact.gross] : [])));

/** What chargebacks took, less what came back: told as an adjustment of its own, as the status of what it reverses, or as both. */
function chargedOf(facts: readonly Fact[]): number {
  const made = new Map(
    facts.flatMap((fact) =>
      fact.is === "chargeback" || fact.is === "chargeback reversed" ? [[fact.id, fact.gross]] : [],
    ),
  );
  const back = Math.max(grossOf(facts, "chargeback back"), grossOf(facts, "chargeback reversed"));
  return Math.max(0, sum(made.values()) - back);
}

const lostOf = (facts: readonly Fact[]): number => grossOf(facts, "lost");
