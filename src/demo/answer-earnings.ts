import { commissionStatuses, commissionTypes } from "../contract/commission.ts";
import { ReferralsError } from "../contract/errors.ts";
import { payoutStatuses } from "../contract/payout.ts";
import type { EarningTimeseriesPoint, EventRow, PayoutRow, PayoutStatement } from "../contract/index.ts";
import type { DemoCall } from "./call.ts";
import { iso } from "./clock.ts";
import { totalOf, type DemoEarning } from "./ledger.ts";
import { findLink } from "./links.ts";
import { bucketAt, readPeriod, type Period } from "./period.ts";
import { oneOf } from "./query.ts";
import type { DemoState } from "./demo-state.ts";

/** The partner's commissions under the query's filters. */
export function listEarnings(state: DemoState, { query }: DemoCall): DemoEarning[] {
  return filtered(state, query, readPeriod(query, state.scene, "all", true));
}

/** Earnings per bucket; without a status those that count as earned. */
export function answerEarningsTimeseries(state: DemoState, { query }: DemoCall): EarningTimeseriesPoint[] {
  const period = readPeriod(query, state.scene, "30d");
  const groupBy = oneOf(query, "groupBy", ["type", "linkId", "status"]);
  const rows = filtered(state, query, period);
  return earningsTimeseries(query.get("status") ? rows : rows.filter(isEarned), period, groupBy);
}

/** Earnings of `rows` per bucket, and per group where asked. */
export function earningsTimeseries(
  rows: readonly DemoEarning[],
  period: Period,
  groupBy?: "type" | "linkId" | "status" | null,
): EarningTimeseriesPoint[] {
  const points = period.slice(0, -1).map((start): EarningTimeseriesPoint => ({
    start: iso(start),
    earnings: 0,
    ...(groupBy && { groups: {} }),
  }));
  for (const row of rows) {
    const point = points[bucketAt(period, Date.parse(row.createdAt))];
    if (!point) continue;
    point.earnings += row.earnings;
    if (!groupBy || !point.groups) continue;
    const group = groupBy === "linkId" ? (row.link?.id ?? "none") : row[groupBy];
    point.groups[group] = (point.groups[group] ?? 0) + row.earnings;
  }
  return points;
}

/** Pending, processed and paid count as earned. */
export function isEarned({ status }: DemoEarning): boolean {
  return status === "pending" || status === "processed" || status === "paid";
}

/** The partner's payouts. */
export function listPayouts({ payouts }: DemoState, { query }: DemoCall): PayoutRow[] {
  const status = oneOf(query, "status", payoutStatuses);
  return payouts.filter((row) => !status || row.status === status);
}

/** Clicks, leads and sales one by one. */
export function listEvents({ facts, links, scene }: DemoState, { query }: DemoCall): EventRow[] {
  const event = oneOf(query, "event", ["click", "lead", "sale"]);
  const link = findLink(links, query.get("linkId"));
  const period = readPeriod(query, scene, "30d", true);
  const happened = facts.filter(
    (fact) => (!event || fact.row.event === event) && (!link || fact.link === link) && bucketAt(period, fact.at) >= 0,
  );
  return happened.reverse().map(({ at, link, row, amount, commission }) => {
    const isShown = row.event === "sale" && !scene.hidden.includes("revenue");
    return {
      ...row,
      timestamp: iso(at),
      eventName: { click: null, lead: "Sign up", sale: "Subscription" }[row.event],
      link: { id: link.ref.id, shortLink: link.ref.shortLink },
      sale: isShown ? { amount, currency: scene.currency } : null,
      earnings: commission?.earnings ?? null,
    };
  });
}

function filtered(state: DemoState, query: URLSearchParams, period: Period): DemoEarning[] {
  const status = oneOf(query, "status", commissionStatuses);
  const type = oneOf(query, "type", commissionTypes);
  const link = findLink(state.links, query.get("linkId"));
  const customerId = query.get("customerId");
  const payoutId = query.get("payoutId");
  return state.earnings.filter(
    (row) =>
      (!status || row.status === status) &&
      (!type || row.type === type) &&
      (!link || row.link === link.ref) &&
      (customerId === null || row.customer?.id === customerId) &&
      (payoutId === null || row.payout?.id === payoutId) &&
      bucketAt(period, Date.parse(row.createdAt)) >= 0,
  );
}

/** What one of the partner's payouts pays. */
export function answerStatement(
  { payouts, earnings, profile, scene }: DemoState,
  { query }: DemoCall,
): PayoutStatement {
  const id = query.get("payoutId");
  const payout = payouts.find((row) => row.id === id);
  if (!payout) throw new ReferralsError("not_found", `There is no payout ${id}.`);
  const { number, status, periodStart, periodEnd, initiatedAt, paidAt, method, currency, amount } = payout;
  const paid = earnings.filter((row) => row.payout?.id === id).toReversed();
  const lines = paid.map((row) => ({
    commissionId: row.id,
    date: row.createdAt,
    type: row.type,
    description: row.description,
    shortLink: row.link?.shortLink ?? null,
    quantity: row.quantity,
    earnings: row.earnings,
  }));
  const { name, companyName, email, country } = profile;
  return {
    number,
    payoutId: payout.id,
    status,
    periodStart,
    periodEnd,
    initiatedAt,
    paidAt,
    method,
    currency,
    amount,
    program: { name: scene.programName, supportEmail: null },
    partner: { id: profile.id, name, companyName, email, country },
    lines,
    totals: lines.length > 0 ? [{ type: "sale", count: lines.length, earnings: totalOf(paid) }] : [],
  };
}
