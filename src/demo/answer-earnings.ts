import { commissionStatuses, commissionTypes } from "../contract/commission.ts";
import { payoutStatuses } from "../contract/payout.ts";
import type { Earning, EarningTimeseriesPoint, EmbedList, EventRow, PayoutRow } from "../contract/index.ts";
import { isShown } from "./access.ts";
import { readLink } from "./answer-analytics.ts";
import type { DemoCall } from "./call.ts";
import { iso } from "./clock.ts";
import { bucketAt, readPeriod, type Period } from "./period.ts";
import { page, type Query } from "./query.ts";
import type { World } from "./world.ts";

/** The partner's commissions under the query's filters. */
export function answerEarnings({ world, query }: DemoCall): EmbedList<Earning> {
  return page(query, "earnings", filtered(world, query, readPeriod(query, "all")));
}

/** Earnings per bucket; without a status those that count as earned. */
export function answerEarningsTimeseries({ world, query }: DemoCall): EarningTimeseriesPoint[] {
  const period = readPeriod(query, "30d");
  const groupBy = query.oneOf("groupBy", ["type", "linkId", "status"]);
  const rows = filtered(world, query, period);
  return earningsTimeseries(query.text("status") ? rows : rows.filter(isEarned), period, groupBy);
}

/** Earnings of `rows` per bucket, and per group where asked. */
export function earningsTimeseries(
  rows: readonly Earning[],
  period: Period,
  groupBy?: "type" | "linkId" | "status",
): EarningTimeseriesPoint[] {
  const points: EarningTimeseriesPoint[] = period.starts.map((start) => ({ start: iso(start), earnings: 0 }));
  if (groupBy) for (const point of points) point.groups = {};
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

/** Pending, processed and paid count as earned (domain-rules C24). */
export function isEarned({ status }: Earning): boolean {
  return status === "pending" || status === "processed" || status === "paid";
}

/** The partner's payouts. */
export function answerPayouts({ world, query }: DemoCall): EmbedList<PayoutRow> {
  const status = query.oneOf("status", payoutStatuses);
  return page(
    query,
    "payouts",
    world.payouts.filter((row) => !status || row.status === status),
  );
}

/** Clicks, leads and sales one by one. */
export function answerEvents({ world, query }: DemoCall): EmbedList<EventRow> {
  const event = query.oneOf("event", ["click", "lead", "sale"]);
  const linkId = readLink(world, query);
  const period = readPeriod(query, "30d");
  const links = new Map(world.links.map((link) => [link.ref.id, link.ref]));
  const earned = new Map(world.earnings.map((row) => [`${row.customer?.id} ${row.createdAt}`, row.earnings]));
  const facts = world.facts.filter(
    (fact) => (!event || fact.event === event) && (!linkId || fact.linkId === linkId) && bucketAt(period, fact.at) >= 0,
  );
  const rows = facts.reverse().map((fact): EventRow => {
    const { id, at, customer, device, browser, os, referer, trigger, place } = fact;
    const timestamp = iso(at);
    const { url: _, ...link } = links.get(fact.linkId)!;
    const sold = fact.event === "sale";
    const amount = isShown(world, "revenue") ? { amount: fact.amount, currency: world.program.currency } : null;
    return {
      id,
      event: fact.event,
      timestamp,
      eventName: sold ? "Subscription" : fact.event === "lead" ? "Sign up" : null,
      link,
      country: place[0],
      city: place[3],
      device,
      browser,
      os,
      referer,
      trigger,
      customer,
      sale: sold ? amount : null,
      earnings: sold && isShown(world, "earnings") ? (earned.get(`${customer!.id} ${timestamp}`) ?? null) : null,
    };
  });
  return page(query, "events", rows);
}

function filtered(world: World, query: Query, period: Period): Earning[] {
  const status = query.oneOf("status", commissionStatuses);
  const type = query.oneOf("type", commissionTypes);
  const linkId = readLink(world, query);
  const customerId = query.text("customerId");
  const payoutId = query.text("payoutId");
  return world.earnings.filter(
    (row) =>
      (!status || row.status === status) &&
      (!type || row.type === type) &&
      (!linkId || row.link?.id === linkId) &&
      (customerId === undefined || row.customer?.id === customerId) &&
      (payoutId === undefined || row.payout?.id === payoutId) &&
      bucketAt(period, Date.parse(row.createdAt)) >= 0,
  );
}
