import type { EmbedEarnings, EmbedStats, NextPayout } from "referrals-embed/contract";
import { leastPayout, nextPayoutOf, type Failure } from "referrals-embed/rules";
import type { BootstrapRow } from "../../store/queries/embed/embed-bootstrap.ts";
import type { Payee } from "../../store/schema/money.ts";
import type { Context } from "../context.ts";
import { sharersOf } from "../payouts/confirm-payout.ts";
import { embedSettings } from "../programs/program-record.ts";
import { destinationOf, needOfPayee } from "../rules/payout-standing.ts";

type FiguresContext = Pick<Context, "db" | "clock">;

/** Lifetime figures and what was earned, as far as the program shows them. */
export async function figuresOf(
  ctx: FiguresContext,
  row: BootstrapRow,
): Promise<{ stats: EmbedStats; earnings: EmbedEarnings | null }> {
  const { sections } = embedSettings(row.program);
  const { clicks, uniqueClicks, leads, conversions, sales } = row;
  const saleAmount = sections.revenue ? row.saleAmount : null;
  return {
    stats: { clicks, uniqueClicks, leads, conversions, sales, saleAmount },
    earnings: sections.earnings ? await earningsOf(ctx, row, sections.payouts) : null,
  };
}

/** The partner's balances, and what the next payout run will pay of them. */
async function earningsOf(ctx: FiguresContext, row: BootstrapRow, showPayouts: boolean): Promise<EmbedEarnings> {
  const { program, pending, held, processed, paid, onHold } = row;
  const clearing = byDay(row.clearing);
  return {
    earned: pending + processed + paid,
    ready: readyOf(row),
    clearing,
    onTheWay: processed,
    onHold,
    paid,
    currency: program.currency,
    minimum: program.min_payout_amount,
    nextPayout: showPayouts ? await nextPayout(ctx, row) : null,
    upcoming: pending,
    held,
    processed,
  };
}

function readyOf({ clearing, pending }: BootstrapRow): number {
  return clearing.reduce((rest, { amount }) => rest - amount, pending);
}

/** One entry per day, with the moment when its last commission clears. */
function byDay(clearing: BootstrapRow["clearing"]): EmbedEarnings["clearing"] {
  const days = new Map<string, EmbedEarnings["clearing"][number]>();
  for (const { day, at, amount } of clearing) {
    days.set(day, { date: new Date(at).toISOString(), amount: (days.get(day)?.amount ?? 0) + amount });
  }
  return [...days.values()];
}

async function nextPayout(ctx: FiguresContext, row: BootstrapRow): Promise<NextPayout> {
  const { program, clearing, open, processed, paid } = row;
  const payee = payeeOf(row);
  const isShared = (await sharersOf({ ...ctx, workspaceId: program.workspace_id }, [payee])).size > 0;
  const at = new Date(ctx.clock.now());
  return nextPayoutOf({
    nowMs: at.getTime(),
    payoutDay: program.payout_day,
    timezone: program.timezone,
    least: leastPayout(program.min_payout_amount, row.status),
    open,
    ready: readyOf(row),
    clearing: clearing.map((part) => ({ at: Date.parse(part.at), amount: part.amount })),
    onTheWay: processed - open,
    paid,
    need: needOfPayee(payee, { at, isShared }),
    failure: failureOf(row, payee),
  });
}

/** The last payout, if it failed and the next one would use the same destination. */
function failureOf({ lastPayout }: BootstrapRow, payee: Payee): Failure | null {
  if (lastPayout?.status !== "failed") return null;
  const { id, kind, amount, method, destination, failure_reason: reason } = lastPayout;
  if (method !== payee.default_payout_method || destination !== destinationOf(payee)) return null;
  return { payoutId: id, amount, method, reason, isReissue: kind === "reissue" };
}

function payeeOf({ profile }: BootstrapRow): Payee {
  const date = (text: string | null): Date | null => (text === null ? null : new Date(text));
  return {
    partner_id: profile.partner_id,
    default_payout_method: profile.default_payout_method,
    paypal_email: profile.paypal_email,
    stripe_connect_id: profile.stripe_connect_id,
    wallet_address: profile.wallet_address,
    bank_country: profile.bank_country,
    bank_holder: profile.bank_holder,
    bank_account: profile.bank_account,
    bank_routing: profile.bank_routing,
    payouts_enabled_at: date(profile.payouts_enabled_at),
    payout_effective_at: date(profile.payout_effective_at),
    payout_released_at: date(profile.payout_released_at),
  };
}
