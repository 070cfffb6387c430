import type { CommissionStatus, HoldReason } from "referrals-embed/contract";
import {
  counts,
  isFixed,
  isVoid,
  Refused,
  share,
  sum,
  type Books,
  type Line,
  type Partner,
  type Sale,
} from "./books.ts";

/** What refunds and lost disputes took of a sale, in its currency (I11). */
export function takenOf({ amount, refunds, disputes }: Sale): number {
  const lost = [...disputes.values()].filter(({ status }) => status === "lost");
  return Math.min(amount, sum(refunds.values()) + sum(lost.map((one) => one.amount)));
}

export const isDisputed = ({ disputes }: Sale): boolean =>
  [...disputes.values()].some(({ status }) => status === "opened");

/** Commissions of a sale, its share for whoever brought the partner in included. */
export const linesOf = ({ lines }: Books, sale: Sale): Line[] =>
  lines.filter((line) => line.sale === sale && (line.type === "sale" || line.type === "referral"));

const correctionsOf = ({ lines }: Books, line: Line): Line[] =>
  lines.filter(({ type, of }) => type === "custom" && of === line);

/** V10. */
export function refund(books: Books, given: { invoice: string; id: string; amount: number | null }): void {
  const told = books.sales.find(({ refunds }) => refunds.has(given.id));
  if (told) {
    const isSame = told.invoice === given.invoice && [null, told.refunds.get(given.id)].includes(given.amount);
    if (!isSame) throw new Refused(409);
    return;
  }
  const sale = saleOf(books, given.invoice);
  const rest = sale.amount - takenOf(sale);
  if (rest === 0) return;
  if (given.amount !== null && given.amount > rest) throw new Refused(422);
  sale.refunds.set(given.id, given.amount ?? rest);
  judgeSale(books, sale);
}

/** V12. */
export function dispute(
  books: Books,
  given: { invoice: string; id: string; amount: number; status: "opened" | "won" | "lost" },
): void {
  const sale = saleOf(books, given.invoice);
  const known = sale.disputes.get(given.id);
  const isOver = known !== undefined && known.status !== "opened";
  if (isOver && given.status === "opened") return;
  if (isOver && given.status !== known.status) throw new Refused(409);
  if (given.status === "lost") {
    const rest = sale.amount - takenOf(sale) + (known?.status === "lost" ? known.amount : 0);
    sale.disputes.set(given.id, { amount: Math.min(given.amount, rest), status: "lost" });
  } else sale.disputes.set(given.id, { amount: given.amount, status: given.status });
  judgeSale(books, sale);
}

export function saleOf({ sales }: Books, invoice: string): Sale {
  const sale = sales.find((one) => one.invoice === invoice);
  if (!sale) throw new Refused(404);
  return sale;
}

/** After whatever was refunded or disputed: what the sale leaves of each of its commissions, and whether it is held (C16, V12). */
export function judgeSale(books: Books, sale: Sale): void {
  for (const line of linesOf(books, sale)) {
    judge(books, line);
    for (const one of [line, ...correctionsOf(books, line).filter(({ earnings }) => earnings > 0)])
      hold(one, "dispute", isDisputed(sale));
  }
}

/** C16 to C19: earnings and corrections come to what the refunds leave. */
export function judge(books: Books, line: Line): void {
  const { sale, of } = line;
  if (of && line.type === "custom") return judge(books, of);
  if (!sale) return;
  const left = sale.amount - takenOf(sale);
  const target = share(line.gross, left, sale.amount);
  const corrections = correctionsOf(books, line);
  const taken = sum(corrections.filter((one) => isFixed(one)).map(({ earnings }) => earnings));
  const setAside = corrections.filter((one) => isVoid(one) && !one.mark);
  const wasForgiven = sum(setAside.map(({ earnings }) => earnings));
  // C17: forgiven only as far as refunds take that much.
  const forgiven = Math.max(wasForgiven, target - line.gross);
  bring(setAside, forgiven);
  const open = corrections.filter((one) => (counts(one) || one.mark) && !isFixed(one));
  if (isFixed(line)) {
    const missing = bring(open, target - line.earnings - taken - forgiven);
    if (missing !== 0) correct(books, line, missing);
    return;
  }
  if (left > 0 && line.before) {
    const holds = line.before;
    line.before = null;
    enter(line, holds);
  }
  const due = target - taken - forgiven;
  // C18: what was taken for a line that is void by decision is given back.
  const own = isVoid(line) && !line.mark ? due + taken : due;
  line.earnings = Math.min(Math.max(own, 0), line.gross);
  if (left === 0 && line.earnings === 0 && taken === 0 && (counts(line) || line.mark)) {
    line.before = new Set((line.mark ?? line).holds);
    Object.assign(line, { status: "refunded", mark: null, payout: null, holds: new Set() });
  }
  const missing = bring(open, due - line.earnings);
  if (missing !== 0) correct(books, line, missing);
}

/** Brings corrections to a sum as far as lessening does, the newest before the others (C17). @returns what is missing to it then */
function bring(lines: readonly Line[], to: number): number {
  let missing = to - sum(lines.map(({ earnings }) => earnings));
  for (const one of lines.toReversed()) missing = lessen(one, missing);
  return missing;
}

/** C18: a correction is a line of its own, payable at once. What it gives waits for the end of a dispute or a ban, as its line would. */
function correct(books: Books, line: Line, amount: number): void {
  const correction: Line = {
    ...line,
    type: "custom",
    of: line,
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
    note: `correction of ${line.note}`,
  };
  books.lines.push(correction);
  if (amount <= 0) return;
  if (line.sale && isDisputed(line.sale)) hold(correction, "dispute", true);
  const by = bannedBy(line);
  if (by) markBy(correction, by);
}

/** Brings a correction nearer to 0 by what is missing. @returns what is still missing */
function lessen(line: Line, missing: number): number {
  if (missing === 0 || missing > 0 === line.earnings > 0) return missing;
  const by = Math.sign(missing) * Math.min(Math.abs(missing), Math.abs(line.earnings));
  line.earnings += by;
  line.gross = line.earnings;
  if (line.earnings === 0) strike(line);
  return missing - by;
}

/** A correction that its commission took into itself: void, with 0. */
function strike(line: Line): void {
  Object.assign(line, { status: "canceled", gross: 0, earnings: 0, holds: new Set(), payout: null, mark: null });
}

/** Becomes pending, or what the ban of its partner, or of whoever's sale it shares in, lets it be (C20, C22). */
export function enter(line: Line, holds: ReadonlySet<HoldReason> = new Set()): void {
  const status: CommissionStatus = holds.size > 0 ? "hold" : "pending";
  Object.assign(line, { status, holds: new Set(holds), payout: null, mark: null });
  const by = bannedBy(line);
  if (by) markBy(line, by);
}

/** Whose ban is in force over a line. */
function bannedBy(line: Line): Partner | null {
  const source = line.type === "referral" ? line.of : null;
  return isBanned(line.partner) ? line.partner : (source?.mark?.by ?? null);
}

/** C15: a share that comes back goes where its source went meanwhile by a person's decision. */
export function followSource(line: Line): void {
  const source = line.type === "referral" ? line.of : null;
  if (!source) return;
  const isDecided = isVoid(source) && !source.mark && !source.before;
  if (isDecided) Object.assign(line, { status: source.status, holds: new Set(), mark: null });
  else if ((source.mark ?? source).holds.has("review")) hold(line, "review", true);
  else return;
  line.because = "source";
}

/** Whether a ban is in force, which erasing does not end. */
export const isBanned = ({ status, erasedInBan }: Partner): boolean => status === "banned" || erasedInBan;

/** C20. */
export function markBy(line: Line, by: Partner): void {
  line.mark = { by, status: line.status, holds: line.holds, payout: line.payout };
  Object.assign(line, { status: "canceled", holds: new Set(), payout: null });
}

/** C3: a reason comes or goes. On locked, paid and void lines nothing happens. */
export function hold(line: Line, reason: HoldReason, isHeld: boolean): void {
  const it = line.mark ?? line;
  if (!line.mark && (isVoid(line) || isFixed(line))) return;
  if (isHeld) it.holds.add(reason);
  else if (!it.holds.delete(reason)) return;
  it.status = it.holds.size > 0 ? "hold" : "pending";
  it.payout = null;
}

/** C1: a person decides. */
export function decide(books: Books, line: Line, status: CommissionStatus): void {
  if (line.status === status && status !== "hold") return;
  if (isFixed(line)) throw new Refused(409);
  if (status === "pending") return reopen(books, line);
  if (isVoid(line)) throw new Refused(409);
  if (status === "hold") return keepBack(books, line);
  const isCorrection = line.type === "custom" && line.of !== null;
  if (isCorrection && (line.earnings > 0 || roomOf(books, line) < 0)) throw new Refused(409);
  putAside(books, line, status);
  line.because = "person";
  for (const one of sharesIn(books, line)) {
    if (!one.mark && (isVoid(one) || isFixed(one))) continue;
    putAside(books, one, status);
    one.because = "source";
  }
}

/** C3: a person holds a line until a person releases it; shares follow. */
function keepBack(books: Books, line: Line): void {
  if (line.holds.has("review")) return;
  hold(line, "review", true);
  line.because = "person";
  for (const one of sharesIn(books, line)) {
    if ((!one.mark && (isVoid(one) || isFixed(one))) || (one.mark ?? one).holds.has("review")) continue;
    hold(one, "review", true);
    one.because = "source";
  }
}

export function putAside(books: Books, line: Line, status: CommissionStatus): void {
  Object.assign(line, { status, holds: new Set(), payout: null, mark: null, before: null });
  judge(books, line);
}

/** Referral commissions of a sale's commission (C15). */
const sharesIn = ({ lines }: Books, line: Line): Line[] =>
  lines.filter(({ type, of }) => type === "referral" && of === line);

function reopen(books: Books, line: Line): void {
  const { sale, of, partner } = line;
  // C15: a share follows its source.
  if (of && line.type === "referral" && (isVoid(of) || of.status === "hold")) throw new Refused(409);
  if (line.status === "hold") {
    const person: HoldReason[] = ["self_referral", "review"];
    if (![...line.holds].every((reason) => person.includes(reason))) throw new Refused(409);
    line.because = null;
    for (const one of [line, ...sharesIn(books, line)]) {
      // What a person holds of a share itself stays.
      for (const reason of person) if (reason === "self_referral" || one.because !== "person") hold(one, reason, false);
    }
    return;
  }
  if (line.status === "processed") throw new Refused(409);
  if (isBanned(partner) || line.mark) throw new Refused(409);
  if (of && line.type === "custom" && line.earnings === 0) throw new Refused(409);
  if (sale && line.type !== "custom" && sale.amount === takenOf(sale)) throw new Refused(409);
  if (line.reward && roomOf(books, line) < line.earnings) throw new Refused(409);
  // What was decided of a share itself stays.
  const following = sharesIn(books, line).filter((one) => one.because === "source" && isVoid(one));
  if (following.some((one) => roomOf(books, one) < one.earnings)) throw new Refused(409);
  for (const one of [line, ...following]) revive(books, one);
}

function revive(books: Books, line: Line): void {
  const { sale } = line;
  const holds = new Set<HoldReason>();
  if (sale && line.type !== "custom" && isDisputed(sale)) holds.add("dispute");
  if (sale && line.type !== "custom" && sale.value === null) holds.add("fx_unknown");
  line.because = null;
  enter(line, holds);
  judge(books, line);
}

/** C2: a person corrects what is not locked. */
export function correctByHand(books: Books, line: Line, earnings: number): void {
  if (isFixed(line) || (line.of && line.type === "custom") || line.sale?.value === null) throw new Refused(409);
  Object.assign(line, { gross: earnings, earnings, byHand: true });
  judge(books, line);
}

/** C11: what a line's cap leaves for it. */
export function roomOf(books: Books, line: Line): number {
  if (line.cap === null) return Number.MAX_SAFE_INTEGER;
  const perCustomer = line.reward?.event === "sale" || line.reward?.event === "referral";
  const others = books.lines.filter(
    (one) =>
      one !== line &&
      one.partner === line.partner &&
      one.reward === line.reward &&
      (!perCustomer || one.customer === line.customer) &&
      (counts(one) || one.mark),
  );
  return line.cap - sum(others.map(({ earnings }) => earnings));
}
