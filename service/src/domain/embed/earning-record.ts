import type { Earning, EmbedSettings, HoldReason, PayoutRow } from "referrals-embed/contract";
import type { EarningRow, PayoutListRow } from "../../store/queries/embed/embed-earnings.ts";
import { knownAmounts, unknownOf } from "../rules/change-holds.ts";
import { maskCustomer } from "../rules/mask.ts";
import { present } from "../../present.ts";
import { recordOf } from "../record.ts";
import { numberOf } from "../ledger/payout-record.ts";
import { earning, payoutRow } from "../../schemas/embed-data.ts";

/** A commission as a partner sees it; `revenue` hidden shows no sale amount, `payouts` hidden no payout. */
export function toEarning(row: EarningRow, { sections }: Pick<EmbedSettings, "sections">): Earning {
  const unknownReason = unknownOf({ hold_reasons: row.holdReasons });
  const { amount, earnings } = knownAmounts(row, { type: row.type, unknown: unknownReason });
  const refunded = unknownReason === "fx_unknown" ? null : (row.saleRefunded ?? 0);
  return recordOf(earning, row, {
    unknownReason,
    amount: sections.revenue ? amount : 0,
    earnings,
    grossEarnings: unknownReason === null ? row.grossEarnings : null,
    refunded: sections.revenue ? refunded : 0,
    productId: sections.revenue ? row.productId : null,
    paidIn: sections.revenue ? paidIn(row) : null,
    statusReason: row.status === "hold" ? (holdReasonOf(row.holdReasons) ?? null) : row.reason,
    payout:
      row.payoutId && row.payoutStatus && sections.payouts ? { id: row.payoutId, status: row.payoutStatus } : null,
    customer: customerOf(row),
    link: row.linkId
      ? { id: row.linkId, shortLink: present(row.shortLink, "shortLink"), url: present(row.linkUrl, "linkUrl") }
      : null,
    rule: ruleOf(row.reward),
  });
}

/** Names an unknown amount first: a reader would take its stored 0 for an amount. */
function holdReasonOf(reasons: readonly HoldReason[]): HoldReason | undefined {
  return reasons.find((reason) => reason === "fx_unknown" || reason === "unverified") ?? reasons[0];
}

/** For a sale in another currency: the amount paid, and the rate that converted it. */
function paidIn({ saleAmount, saleCurrency, saleRate, currency }: EarningRow): Earning["paidIn"] {
  if (saleAmount === null || saleCurrency === null || saleCurrency === currency) return null;
  return { amount: saleAmount, currency: saleCurrency, rate: saleRate };
}

function customerOf(row: EarningRow): Earning["customer"] {
  if (row.customerId === null) return null;
  const { customerId: id, customerEmail: email, customerName: name, customerCountry: country } = row;
  return maskCustomer({ id, email, name, country });
}

/** The terms the commission was calculated by, from its own copy of the reward. */
function ruleOf(reward: Record<string, unknown> | null): Earning["rule"] {
  if (!reward) return null;
  const { rewardId, type, amountMinor, rateBp, capped, corrected } = reward;
  const percentage = type === "percentage";
  return {
    rewardId: typeof rewardId === "string" ? rewardId : null,
    type: percentage ? "percentage" : "flat",
    amount: percentage ? Number(rateBp) / 100 : Number(amountMinor),
    capped: capped === true,
    corrected: corrected === true,
  };
}

/** A payout as a partner sees it. */
export function toPayoutRow(row: PayoutListRow): PayoutRow {
  return recordOf(payoutRow, row, { number: numberOf(row.number) });
}
