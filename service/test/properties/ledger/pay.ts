import type { PayoutStatus } from "referrals-embed/contract";
import {
  counts,
  isEarning,
  isFixed,
  isPayable,
  Refused,
  sum,
  type Books,
  type Group,
  type Line,
  type Partner,
  type Payout,
  type Reward,
  type RewardEvent,
  type Rewards,
} from "./books.ts";
import { enter, followSource, hold, isBanned, isDisputed, judge, markBy, putAside } from "./settle.ts";

const linesIn = ({ lines }: Books, payout: Payout): Line[] => lines.filter((line) => line.payout === payout);
const amountOf = (books: Books, payout: Payout): number => sum(linesIn(books, payout).map(({ earnings }) => earnings));
const openOf = ({ payouts }: Books, partner: Partner): Payout | undefined =>
  payouts.find((payout) => payout.partner === partner && payout.status === "pending");

/** P7, P8: what is payable by the cut-off joins the partner's open payout. */
export function run(books: Books, { cutOff, only }: { cutOff: number; only?: Partner }): void {
  if (cutOff > books.now) throw new Refused(422);
  for (const partner of books.partners) {
    if ((only && only !== partner) || !isPayable(partner)) continue;
    const ready = books.lines.filter(
      (line) => line.partner === partner && line.status === "pending" && line.payableAt <= cutOff,
    );
    const open = openOf(books, partner);
    const amount = sum(ready.map(({ earnings }) => earnings)) + (open?.amount ?? 0);
    if (ready.length === 0 || !isEnough(books, partner, amount)) continue;
    const payout = open ?? {
      partner,
      status: "pending",
      amount: 0,
      of: null,
      reference: null,
      imported: false,
      mark: null,
    };
    if (!open) books.payouts.push(payout);
    for (const line of ready) Object.assign(line, { status: "processed", payout });
  }
  if (only?.status === "erased") throw new Refused(404);
  if (only && !openOf(books, only)) throw new Refused(409);
}

/** The least sum, which who left need not reach. */
const isEnough = ({ program }: Books, partner: Partner, amount: number): boolean =>
  amount > 0 && (partner.status === "deactivated" || amount >= program.minimum);

/** P8, C16: open payouts are the sum of their lines, and given up at 0 or below. */
export function recalculate(books: Books): void {
  for (const payout of books.payouts) {
    if (payout.status !== "pending") continue;
    const amount = amountOf(books, payout);
    if (amount > 0) payout.amount = amount;
    else giveUp(books, payout, "canceled");
  }
}

function giveUp(books: Books, payout: Payout, status: "canceled" | "failed"): void {
  const lines = linesIn(books, payout);
  payout.status = status;
  for (const line of lines) {
    enter(line);
    const isOwn = line.type !== "custom" || (line.of !== null && line.earnings > 0);
    if (line.sale && isOwn && isDisputed(line.sale)) hold(line, "dispute", true);
    followSource(line);
  }
  for (const line of lines)
    if (counts(line) || line.mark) judge(books, line.type === "custom" && line.of ? line.of : line);
}

const way: PayoutStatus[] = ["pending", "processing", "processed", "sent", "completed"];

/** P2 to P6, P9, P10. */
export function mark(
  books: Books,
  payout: Payout,
  { status, reference }: { status: PayoutStatus; reference: string | null },
) {
  if (reference !== null && ![null, reference].includes(payout.reference)) throw new Refused(409);
  if (payout.status === status) {
    if (reference !== payout.reference && reference !== null) throw new Refused(409);
    return;
  }
  const from: Record<string, PayoutStatus[]> = {
    failed: ["processing", "processed", "sent"],
    canceled: ["pending", "processing", "processed"],
  };
  if (status === "failed" || status === "canceled") {
    if (!from[status]?.includes(payout.status)) throw new Refused(409);
    return giveUp(books, payout, status);
  }
  if (way.indexOf(status) <= way.indexOf(payout.status) || !way.includes(payout.status)) throw new Refused(409);
  if (payout.status === "pending") {
    const { partner, amount } = payout;
    if (!isPayable(partner) || !isEnough(books, partner, amount)) throw new Refused(409);
  }
  payout.status = status;
  if (reference !== null) payout.reference = reference;
  if (status === "completed") for (const line of linesIn(books, payout)) line.status = "paid";
}

/** P3: what is confirmed is handed over. */
export function handOver({ payouts }: Books): void {
  for (const payout of payouts) if (payout.status === "processing") payout.status = "processed";
}

/** P12. */
export function reissue(books: Books, of: Payout): void {
  if (of.status !== "completed" || of.imported) throw new Refused(409);
  const living = books.payouts.find((one) => one.of === of && one.status !== "failed" && one.status !== "canceled");
  if (living?.status === "completed") throw new Refused(409);
  if (living) return;
  const { partner, amount } = of;
  books.payouts.push({ partner, amount, of, status: "processing", reference: null, imported: false, mark: null });
}

const none: Rewards = { click: null, lead: null, sale: null, referral: null };

export type Transition = "ban" | "unban" | "deactivate" | "reactivate" | "archive" | "unarchive";
const transitions: Record<Transition, { from: Partner["status"][]; to: Partner["status"] }> = {
  ban: { from: ["approved", "archived", "deactivated"], to: "banned" },
  unban: { from: ["banned"], to: "approved" },
  deactivate: { from: ["approved", "archived"], to: "deactivated" },
  reactivate: { from: ["deactivated"], to: "approved" },
  archive: { from: ["approved"], to: "archived" },
  unarchive: { from: ["archived"], to: "approved" },
};

/** E14 to E20, E22, E23. */
export function change(books: Books, partner: Partner, operation: Transition): void {
  const { from, to } = transitions[operation];
  if (partner.status === "erased") throw new Refused(404);
  if (partner.status === to) return;
  if (!from.includes(partner.status)) throw new Refused(409);
  const wasEarning = isEarning(partner);
  partner.status = to;
  if (to === "banned" || to === "deactivated") {
    partner.setAside ??= partner.rewards;
    partner.rewards = none;
  } else if (!wasEarning) {
    partner.rewards = partner.setAside ?? partner.group.rewards;
    partner.setAside = null;
  }
  if (operation === "ban") ban(books, partner);
  if (operation === "unban") unban(books, partner);
}

/** C20, and C15 for who brought the partner in. */
function ban(books: Books, partner: Partner): void {
  for (const payout of books.payouts) {
    if (payout.partner === partner && payout.status === "pending")
      Object.assign(payout, { status: "canceled", mark: partner });
  }
  const isOpen = (line: Line): boolean =>
    counts(line) && (!isFixed(line) || line.payout?.mark === partner) && line.status !== "paid";
  for (const line of books.lines) if (line.partner === partner && isOpen(line)) markBy(line, partner);
  for (const line of books.lines) {
    if (line.type === "referral" && line.of?.mark?.by === partner && isOpen(line)) markBy(line, partner);
  }
}

/** C21. */
function unban(books: Books, partner: Partner): void {
  for (const payout of books.payouts) {
    if (payout.mark === partner) Object.assign(payout, { status: "pending", mark: null });
  }
  for (const line of books.lines) {
    if (line.mark?.by !== partner) continue;
    const { status, holds, payout } = line.mark;
    const isBack = payout?.status === "pending";
    Object.assign(line, {
      status: payout && !isBack ? "pending" : status,
      holds,
      payout: isBack ? payout : null,
      mark: null,
    });
    if (isBanned(line.partner)) markBy(line, line.partner);
  }
}

/** E21, Y6. */
export function erase(books: Books, partner: Partner, forfeit: boolean): void {
  if (partner.status === "erased") throw new Refused(404);
  if (partner.status !== "banned" && partner.status !== "deactivated") throw new Refused(409);
  const unpaid = books.lines.filter(
    (line) => line.partner === partner && ["pending", "hold", "processed"].includes(line.status),
  );
  if (!forfeit && sum(unpaid.map(({ earnings }) => earnings)) > 0) throw new Refused(409);
  if (forfeit) {
    for (const line of unpaid) {
      const isCorrection = line.type === "custom" && line.of !== null;
      if (!isFixed(line) && !isCorrection && line.earnings >= 0) putAside(books, line, "canceled");
    }
  }
  partner.erasedInBan = partner.status === "banned";
  partner.status = "erased";
  partner.rewards = none;
  partner.hasCode = false;
}

/** G3, G4. */
export function move(partner: Partner, group: Group): void {
  if (partner.status === "erased") throw new Refused(404);
  partner.group = group;
  if (partner.setAside) partner.setAside = { ...group.rewards };
  else partner.rewards = { ...group.rewards };
}

/** G3: a group's reward changes for members that carry the old one. */
export function changeReward(
  books: Books,
  group: Group,
  { event, reward }: { event: RewardEvent; reward: Reward | null },
) {
  const before = group.rewards[event];
  group.rewards = { ...group.rewards, [event]: reward };
  for (const partner of books.partners) {
    if (partner.group !== group || !isEarning(partner)) continue;
    if (partner.rewards[event] === before) partner.rewards = { ...partner.rewards, [event]: reward };
  }
}
