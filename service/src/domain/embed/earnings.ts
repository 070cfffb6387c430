import {
  ReferralsError,
  type Earning,
  type EarningListQuery,
  type EarningTimeseriesPoint,
  type EarningTimeseriesQuery,
  type EmbedList,
  type EmbedPageQuery,
  type PayoutRow,
  type PayoutStatus,
} from "referrals-embed/contract";
import * as store from "../../store/queries/embed/embed-earnings.ts";
import { bucketsOf } from "../analytics/buckets-of.ts";
import type { Context } from "../context.ts";
import { toEarning, toPayoutRow } from "./earning-record.ts";
import { listPage } from "./list-page.ts";
import { payoutStatement } from "../payouts/payout-statement.ts";
import { openView, requireSection, type EmbedSession } from "./session.ts";
import { present } from "../../present.ts";
import { spanOf } from "../../store/queries/analytics/analytics-source.ts";

/**
 * The partner's commissions, newest first.
 * @throws ReferralsError 403, 404 for another's link, customer or payout, 422
 */
export async function listOwnEarnings(
  ctx: Context,
  session: EmbedSession,
  query: EarningListQuery,
): Promise<EmbedList<Earning>> {
  const { program, settings } = await openView(ctx, session, { least: "read", section: "earnings" });
  await mustOwn(ctx, session, query);
  const filter = { ...(await filterOf(ctx, session, { query, timezone: program.timezone })) };
  return listPage(ctx, session, {
    query,
    source: {
      name: "earnings",
      rows: (window) => store.listEarnings(ctx.db, filter, window),
      count: () => store.countEarnings(ctx.db, filter),
      positionOf: (row) => ({ at: row.createdAt, id: row.id }),
      show: (row) => toEarning(row, settings),
    },
  });
}

/** The partner's earnings per bucket; without a status, all that counts as earned. */
export async function earningsTimeseries(
  ctx: Context,
  session: EmbedSession,
  query: EarningTimeseriesQuery,
): Promise<EarningTimeseriesPoint[]> {
  const { program } = await openView(ctx, session, { least: "read", section: "earnings" });
  await mustOwn(ctx, session, query);
  const { status, type, linkId, groupBy } = query;
  const buckets = await bucketsOf(ctx, query, { timezone: program.timezone });
  const edges = buckets.edges.map((edge) => new Date(edge));
  const span = spanOf(edges);
  const filter = { enrollmentId: session.enrollmentId, status, type, linkId, span, earned: status === undefined };
  const points: EarningTimeseriesPoint[] = edges.slice(0, -1).map((start) => ({
    start: start.toISOString(),
    earnings: 0,
    ...(groupBy && { groups: {} }),
  }));
  for (const { bucket, k, earnings } of await store.earningSums(ctx.db, filter, { edges, groupBy })) {
    const point = present(points[bucket], "the bucket");
    point.earnings += earnings;
    if (point.groups) point.groups[k] = earnings;
  }
  return points;
}

/** The partner's payouts, newest first. */
export async function listOwnPayouts(
  ctx: Context,
  session: EmbedSession,
  query: EmbedPageQuery & { status?: PayoutStatus },
): Promise<EmbedList<PayoutRow>> {
  await openView(ctx, session, { least: "read", section: "payouts" });
  const filter = { enrollmentId: session.enrollmentId, status: query.status };
  return listPage(ctx, session, {
    query,
    source: {
      name: "payouts",
      rows: (window) => store.listPayouts(ctx.db, filter, window),
      count: () => store.countPayouts(ctx.db, filter),
      positionOf: (row) => ({ at: row.createdAt, id: row.id }),
      show: toPayoutRow,
    },
  });
}

/** What one of the partner's payouts pays, as JSON. @throws ReferralsError 403, 404 */
export async function ownStatement(ctx: Context, session: EmbedSession, payoutId: string): Promise<string> {
  const { settings } = await openView(ctx, session, { least: "read", section: "payouts" });
  requireSection(settings, "earnings");
  return payoutStatement(ctx, payoutId, session.enrollmentId);
}

/** @throws ReferralsError 404 for an object of another enrollment */
export async function mustOwn(
  ctx: Context,
  { enrollmentId }: EmbedSession,
  ids: { linkId?: string; customerId?: string; payoutId?: string },
): Promise<void> {
  const kinds = [
    ["links", ids.linkId],
    ["customers", ids.customerId],
    ["payouts", ids.payoutId],
  ] as const;
  for (const [kind, id] of kinds) {
    if (id === undefined || (await store.isOwn(ctx.db, enrollmentId, { kind, id }))) continue;
    throw new ReferralsError("not_found", `${id} is none of this partner's ${kind}.`);
  }
}

async function filterOf(
  ctx: Context,
  { enrollmentId }: EmbedSession,
  { query, timezone }: { query: EarningListQuery; timezone: string },
): Promise<store.EarningFilter> {
  const { status, type, linkId, customerId, payoutId } = query;
  const own = { enrollmentId, status, type, linkId, customerId, payoutId };
  const { edges } = await bucketsOf(ctx, query, { interval: "all", timezone, whole: true });
  const bounded = query.start !== undefined || (query.interval ?? "all") !== "all";
  return bounded ? { ...own, span: spanOf(edges) } : own;
}
