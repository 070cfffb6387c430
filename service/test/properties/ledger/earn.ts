import type { HoldReason } from "referrals-embed/contract";
import {
  counts,
  DAY,
  isEarning,
  Refused,
  share,
  type Books,
  type Customer,
  type Line,
  type Partner,
  type Reward,
  type Sale,
  type Terms,
} from "./books.ts";
import { enter, hold, judge, roomOf } from "./settle.ts";

const WINDOW = 90 * DAY;
/** V13 */
const decimals: Record<string, number> = { jpy: 0, kwd: 3 };
const decimalsOf = (currency: string): number => decimals[currency] ?? 2;

/** What a lead or sale says of who brought its customer. */
export interface Told {
  customer: string;
  click: Partner | null;
  code: Partner | null;
}

/** V14: the newest rate valid at that time; null without one. */
export function valueOf({ rates }: Books, { amount, currency, at }: Pick<Sale, "amount" | "currency" | "at">) {
  if (currency === "usd") return amount;
  const valid = rates.filter((rate) => rate.currency === currency && rate.from <= at);
  const newest = valid.toSorted((a, b) => a.from - b.from).at(-1);
  if (!newest) return null;
  // Rates of the stories have at most four decimals.
  return share(amount, Math.round(newest.rate * 10_000) * 100, 10_000 * 10 ** decimalsOf(currency));
}

export function customerOf(books: Books, id: string): Customer {
  const known = books.customers.get(id);
  if (known) return known;
  const made: Customer = {
    id,
    partner: null,
    kept: { clicks: [], code: null },
    terms: new Map(),
    leads: new Set(),
    leadsFor: new Set(),
  };
  books.customers.set(id, made);
  return made;
}

/** A6 to A9, A17: the first event with somebody in force binds for good. */
function bind(books: Books, customer: Customer, { click, code }: Told): void {
  if (customer.partner) return;
  const clicks = [...customer.kept.clicks, ...(click ? [{ partner: click, at: click.clickAt }] : [])];
  const newest = clicks.toSorted((a, b) => a.at - b.at).at(-1);
  const byClick = newest && books.now - newest.at <= WINDOW ? newest.partner : null;
  const byCode = inForce(code) ?? inForce(customer.kept.code);
  const partner = books.program.priority === "code" ? (byCode ?? byClick) : (byClick ?? byCode);
  if (partner && isEarning(partner)) customer.partner = partner;
}

/** Codes that are off are ignored. */
const inForce = (partner: Partner | null): Partner | null => (partner?.hasCode && isEarning(partner) ? partner : null);

export interface LeadTold extends Told {
  name: string;
  quantity: number;
  deferred: boolean;
}

/** V2, V3. */
export function lead(books: Books, told: LeadTold): void {
  const customer = customerOf(books, told.customer);
  if (customer.leads.has(told.name)) return;
  if (told.deferred) {
    if (told.click) customer.kept.clicks.push({ partner: told.click, at: told.click.clickAt });
    if (told.code?.hasCode) customer.kept.code = told.code;
    return;
  }
  bind(books, customer, told);
  customer.leads.add(told.name);
  earnLead(books, customer, told);
}

function earnLead(books: Books, customer: Customer, { name, quantity }: { name: string; quantity: number }): void {
  const { partner } = customer;
  if (!partner) return;
  customer.leadsFor.add(partner);
  const reward = partner.rewards.lead;
  if (!reward || !isEarning(partner)) return;
  const computed = (reward.flat ?? 0) * quantity;
  add(books, { type: "lead", partner, customer, reward, computed, at: books.now, note: `lead ${name}` });
}

export interface SaleTold extends Told {
  invoice: string;
  amount: number;
  currency: string;
}

/** V5 to V8. */
export function sell(books: Books, told: SaleTold): void {
  const { invoice, amount, currency } = told;
  if (amount === 0) return;
  const known = books.sales.find((sale) => sale.invoice === invoice);
  if (known) {
    const isSame = known.customer.id === told.customer && known.amount === amount && known.currency === currency;
    if (!isSame) throw new Refused(409);
    return;
  }
  const isKnown = books.customers.has(told.customer);
  if (!isKnown && !told.click && !inForce(told.code)) return;
  const customer = customerOf(books, told.customer);
  bind(books, customer, told);
  // A10: the automatic lead earns like any other.
  const isFirst = salesOf(books, customer).length === 0;
  if (isFirst && customer.partner && !customer.leadsFor.has(customer.partner))
    earnLead(books, customer, { name: "direct-sale", quantity: 1 });
  earn(books, record(books, { invoice, customer, amount, currency, at: books.now }));
}

export function record(books: Books, given: Pick<Sale, "invoice" | "customer" | "amount" | "currency" | "at">): Sale {
  const { partner } = given.customer;
  const value = valueOf(books, given);
  const sale: Sale = { ...given, partner, value, refunds: new Map(), disputes: new Map(), imported: null };
  books.sales.push(sale);
  return sale;
}

/** Sales of a customer that count for somebody, oldest first. */
const salesOf = ({ sales }: Books, customer: Customer): Sale[] =>
  sales.filter((sale) => sale.customer === customer && sale.partner).toSorted((a, b) => a.at - b.at);

/** C4 to C15: what a sale earns, and for whom. */
function earn(books: Books, sale: Sale): void {
  const { partner, customer } = sale;
  if (!partner || !isEarning(partner)) return;
  const reward = partner.rewards.sale;
  if (!customer.terms.has(partner) && reward) customer.terms.set(partner, { ...reward, reward });
  const terms = customer.terms.get(partner);
  if (!terms) return;
  const [first] = salesOf(books, customer);
  if (!first || !isWithin(terms.months, first.at, sale.at, sale === first)) return;
  const firstLine = books.lines.find((one) => one.type === "sale" && one.sale === first && one.partner === partner);
  if (firstLine?.because === "person" && ["fraud", "canceled"].includes(firstLine.status)) return;
  const line = add(books, {
    type: "sale",
    partner,
    customer,
    sale,
    reward: terms.reward,
    cap: terms.cap,
    computed: computed(terms, sale),
    at: sale.at,
    note: sale.invoice,
  });
  if (line) shareWith(books, line);
}

/** C9. */
function isWithin(months: number | null, from: number, at: number, isFirst: boolean): boolean {
  if (months === null || isFirst) return true;
  if (months === 0) return false;
  const start = new Date(from);
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1));
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  return at < end.getTime() + (Math.min(start.getUTCDate(), last) - 1) * DAY;
}

/** C5, C6; null while nobody knows. */
function computed({ basisPoints, flat, least }: Terms, { value }: Sale): number | null {
  if (value === null) return null;
  if (least !== null && value < least) return 0;
  return basisPoints === null ? (flat ?? 0) : share(value, basisPoints, 10_000);
}

/** C15: whoever brought the partner in. */
function shareWith(books: Books, source: Line): void {
  const { partner: earner, sale, customer } = source;
  const partner = earner.broughtInBy;
  const reward = partner?.rewards.referral ?? null;
  if (!partner || !reward || !sale || !isEarning(partner)) return;
  if (reward.flat === null && !isWithin(reward.months, earner.approvedAt, sale.at, false)) return;
  // Flat with the first sale that earned here; imports earned elsewhere.
  const isEarlier = (line: Line): boolean =>
    line !== source && line.type === "sale" && line.partner === earner && line.reward !== null;
  if (reward.flat !== null && books.lines.some(isEarlier)) return;
  add(books, {
    type: "referral",
    partner,
    customer,
    sale,
    of: source,
    reward,
    computed: sale.value === null ? null : referralOf(reward, source),
    at: sale.at,
    note: `share of ${sale.invoice}`,
  });
}

const referralOf = (reward: Reward, source: Line): number =>
  reward.flat ?? share(source.gross, reward.basisPoints ?? 0, 10_000);

interface Earned {
  type: Line["type"];
  partner: Partner;
  customer: Customer | null;
  sale?: Sale;
  of?: Line;
  reward: Reward;
  cap?: number | null;
  computed: number | null;
  at: number;
  note: string;
}

/** C11, C13: a line within the cap, payable after the holding time. */
function add(books: Books, { computed: amount, at, ...given }: Earned): Line | null {
  const { partner, customer, of = null, sale = null } = given;
  const cap = given.cap === undefined ? given.reward.cap : given.cap;
  const line: Line = {
    ...given,
    of,
    sale,
    cap,
    gross: 0,
    earnings: 0,
    status: "pending",
    holds: new Set(),
    payout: null,
    payableAt: at + books.program.holdingDays * DAY,
    mark: null,
    before: null,
    byHand: false,
    because: null,
  };
  line.gross = line.earnings = Math.max(0, Math.min(amount ?? 0, roomOf(books, line)));
  if (amount !== null && line.gross === 0) return null;
  const holds = new Set<HoldReason>(of?.holds);
  if (amount === null) holds.add("fx_unknown");
  if (customer && isSelf(of?.partner ?? partner, customer)) holds.add("self_referral");
  books.lines.push(line);
  enter(line, holds);
  return line;
}

/** A12: the fifth customer of the stories is their first partner. */
const isSelf = (partner: Partner, customer: Customer): boolean => partner.index === 0 && customer.id === "cus-4";

/** V15: sales that waited for a rate are valued, in their order. */
export function rate(books: Books, given: { currency: string; rate: number; from: number }): void {
  books.rates = books.rates.filter(({ currency, from }) => currency !== given.currency || from !== given.from);
  books.rates.push(given);
  for (const sale of books.sales) {
    if (sale.value !== null) continue;
    sale.value = valueOf(books, sale);
    if (sale.value === null) continue;
    for (const line of books.lines.filter((one) => one.sale === sale && one.type !== "custom")) fill(books, line, sale);
  }
}

function fill(books: Books, line: Line, sale: Sale): void {
  if (!line.reward) return;
  const terms = line.type === "sale" ? sale.customer.terms.get(line.partner) : null;
  const amount = terms ? (computed(terms, sale) ?? 0) : line.of ? referralOf(line.reward, line.of) : 0;
  line.gross = Math.max(0, Math.min(amount, roomOf(books, line)));
  judge(books, line);
  hold(line, "fx_unknown", false);
  if (line.gross > 0 || (!counts(line) && !line.mark)) return;
  Object.assign(line, { status: "canceled", holds: new Set(), payout: null, mark: null, because: "fill" });
}

/** C7: clicks of days that are over. */
export function settleClicks(books: Books): void {
  // C7: a date closes ten minutes after its end.
  const today = Math.floor((books.now - 600_000) / DAY);
  for (const partner of books.partners) {
    const over = partner.clicks.filter(({ day }) => day < today).toSorted((a, b) => a.day - b.day);
    partner.clicks = partner.clicks.filter(({ day }) => day >= today);
    for (const { day, reward, count } of over) {
      const at = (day + 1) * DAY;
      add(books, {
        type: "click",
        partner,
        customer: null,
        reward,
        computed: (reward.flat ?? 0) * count,
        at,
        note: `clicks of day ${day}`,
      });
    }
  }
}

/** A counted click, which later steps present. */
export function click(books: Books, partner: Partner): void {
  partner.clickAt = books.now;
  const reward = partner.rewards.click;
  if (!reward) return;
  const day = Math.floor(books.now / DAY);
  const known = partner.clicks.find((one) => one.day === day && one.reward === reward);
  if (known) known.count += 1;
  else partner.clicks.push({ day, reward, count: 1 });
}
