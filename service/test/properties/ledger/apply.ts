import { DAY, isEarning, Refused, type Books, type Line, type Partner, type Payout } from "./books.ts";
import { bring, type SaleRow } from "./bring.ts";
import { click, lead, rate, sell, settleClicks } from "./earn.ts";
import * as pay from "./pay.ts";
import { giveUpParked, tell, type Fact, type Payment } from "./provider.ts";
import { correctByHand, decide, dispute, refund } from "./settle.ts";
import type { Setup, Step } from "./story.ts";

/** What a story has said of each payment at a provider, and when. */
export type Told = Map<Payment, Map<Fact, number>>;

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** Counted from the newest. */
const ago = <T>(list: readonly T[], index: number): T => list[list.length - 1 - (index % list.length)] as T;

export const lineAt = ({ lines }: Books, index: number): Line | undefined => ago(lines, index);
export const payoutAt = ({ payouts }: Books, index: number): Payout | undefined => ago(payouts, index);
export const invoiceAt = ({ sales }: Books, index: number): string => ago(sales, index)?.invoice ?? "in-none";
export const dayBefore = ({ now }: Books, days: number): number => now - days * DAY;

/** The row that an import step stands for; again: that of a sale there is, with a difference. */
export function rowOf(books: Books, step: Extract<Step, { do: "import" | "import again" }>): SaleRow | null {
  if (step.do === "import") {
    const { amount, percent, currency, reference } = step;
    return {
      invoice: `in-${step.invoice}`,
      customer: `cus-${step.customer}`,
      partner: at(books.partners, step.partner),
      amount,
      currency,
      earnings: Math.floor((amount * percent) / 100),
      date: dayBefore(books, step.daysAgo),
      status: step.isPaid ? "paid" : "pending",
      reference: step.isPaid ? reference : null,
    };
  }
  const sale = ago(books.sales, step.sale);
  if (!sale?.partner) return null;
  const line = books.lines.find((one) => one.type === "sale" && one.sale === sale);
  const imported = sale.imported ?? {
    earnings: line?.gross ?? 0,
    date: sale.at,
    status: "pending" as const,
    reference: null,
  };
  const isPaid = step.change === "paid" || imported.status === "paid";
  return {
    invoice: sale.invoice,
    customer: sale.customer.id,
    partner: sale.partner,
    amount: sale.amount + (step.change === "amount" ? 1 : 0),
    currency: sale.currency,
    earnings: imported.earnings + (step.change === "earnings" ? 1 : 0),
    date: imported.date,
    status: isPaid ? "paid" : "pending",
    reference: imported.reference ?? (isPaid ? step.reference : null),
  };
}

/** The books of a new program; the first partner brought in the second, and the fourth is of the second group. */
export function openBooks(setup: Setup, { now, clicks }: { now: number; clicks: readonly number[] }): Books {
  const groups = setup.groups.map((terms) => {
    const entries = Object.entries(terms).map(([event, given]) => [event, given && { ...given, event }]);
    return { rewards: Object.fromEntries(entries) };
  });
  const books: Books = {
    now,
    program: { holdingDays: setup.holdingDays, minimum: setup.minimum, priority: "code" },
    rates: [],
    groups,
    partners: [],
    customers: new Map(),
    sales: [],
    lines: [],
    payouts: [],
  };
  for (const [index, clickAt] of clicks.entries()) {
    const group = groups[index === 3 ? 1 : 0]!;
    const broughtInBy = index === 1 ? books.partners[0]! : null;
    const rest = {
      status: "approved" as const,
      erasedInBan: false,
      setAside: null,
      approvedAt: clickAt,
      clickAt,
      hasCode: false,
      clicks: [],
    };
    books.partners.push({ index, group, rewards: { ...group.rewards }, broughtInBy, ...rest });
  }
  return books;
}

/** Takes a step. Answers what the service must: "ok", an import's outcome, or the status by which it refuses. */
export function apply(books: Books, { payments }: Pick<Setup, "payments">, told: Told, step: Step): string | number {
  try {
    const answer = act(books, { payments, told }, step);
    pay.recalculate(books);
    return answer ?? "ok";
  } catch (error) {
    if (error instanceof Refused) return error.status;
    throw error;
  }
}

type Providers = Pick<Setup, "payments"> & { told: Told };

function act(books: Books, { payments, told }: Providers, step: Step): string | void {
  const partner = (index: number): Partner => at(books.partners, index);
  const some = (index: number | null): Partner | null => (index === null ? null : partner(index));
  switch (step.do) {
    case "click":
      return click(books, partner(step.partner));
    case "lead":
      return lead(books, {
        ...step,
        customer: `cus-${step.customer}`,
        name: `lead-${step.name}`,
        click: partner(step.click),
        code: codeOf(some(step.code)),
      });
    case "sale":
      return sell(books, {
        ...step,
        customer: `cus-${step.customer}`,
        invoice: `in-${step.invoice}`,
        click: some(step.click),
        code: codeOf(some(step.code)),
      });
    case "refund":
      return refund(books, { invoice: invoiceAt(books, step.sale), id: `re-${step.refund}`, amount: step.amount });
    case "dispute": {
      const invoice = invoiceAt(books, step.sale);
      return dispute(books, { ...step, invoice, id: `dp-${invoice}-${step.dispute}` });
    }
    case "tell": {
      const payment = at(payments, step.payment);
      const facts = told.get(payment) ?? new Map<Fact, number>();
      told.set(payment, facts.set(at(payment.facts, step.fact), books.now));
      return tell(books, payment, facts);
    }
    case "status":
      return pay.change(books, partner(step.partner), step.operation);
    case "erase":
      return pay.erase(books, partner(step.partner), step.forfeit);
    case "forget":
      if (!books.customers.delete(`cus-${step.customer}`)) throw new Refused(404);
      return;
    case "decide":
      return decide(books, ago(books.lines, step.line), step.status);
    case "correct":
      return correctByHand(books, ago(books.lines, step.line), step.earnings);
    case "custom":
      return custom(books, partner(step.partner), step.amount);
    case "run":
      if (step.partner === null) return pay.run(books, { cutOff: dayBefore(books, step.daysAgo) });
      return pay.run(books, { cutOff: books.now, only: partner(step.partner) });
    case "payout":
      return pay.mark(books, ago(books.payouts, step.payout), step);
    case "export":
      return pay.handOver(books);
    case "reissue":
      return pay.reissue(books, ago(books.payouts, step.payout));
    case "import":
    case "import again": {
      const row = rowOf(books, step);
      return row ? bring(books, row) : undefined;
    }
    case "rebind": {
      const customer = books.customers.get(`cus-${step.customer}`);
      if (!customer) throw new Refused(404);
      if (!isEarning(partner(step.partner))) throw new Refused(409);
      customer.partner = partner(step.partner);
      return;
    }
    case "rate":
      return rate(books, { currency: step.currency, rate: step.rate, from: step.isNew ? books.now : 0 });
    case "group":
      return pay.move(partner(step.partner), at(books.groups, step.group));
    case "reward": {
      const reward = step.terms && { ...step.terms, event: step.event };
      return pay.changeReward(books, at(books.groups, step.group), { event: step.event, reward });
    }
    case "terms": {
      const reward = at(books.groups, step.group).rewards[step.event];
      if (reward) Object.assign(reward, step.terms);
      return;
    }
    case "program":
      Object.assign(books.program, { holdingDays: step.holdingDays, minimum: step.minimum, priority: step.priority });
      return;
    case "settle":
      return settleClicks(books);
    case "wait":
      books.now += step.days * DAY;
      for (const [payment, facts] of told) giveUpParked(books, payment, facts);
  }
}

/** A code is made when it is first used, unless its partner may have none then. */
function codeOf(partner: Partner | null): Partner | null {
  if (partner && isEarning(partner)) partner.hasCode = true;
  return partner;
}

/** C18: an entry by hand. */
function custom(books: Books, partner: Partner, amount: number): void {
  if (partner.status === "erased") throw new Refused(404);
  if (partner.status === "banned" && amount > 0) throw new Refused(409);
  const line: Line = {
    type: "custom",
    partner,
    sale: null,
    customer: null,
    of: null,
    reward: null,
    cap: null,
    gross: amount,
    earnings: amount,
    status: "pending",
    holds: new Set(),
    payout: null,
    payableAt: books.now,
    mark: null,
    before: null,
    byHand: false,
    because: null,
    note: "by hand",
  };
  books.lines.push(line);
}
