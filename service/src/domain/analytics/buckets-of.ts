import type { PeriodQuery } from "referrals-embed/contract";
import { workspaceStart } from "../../store/queries/analytics/analytics.ts";
import type { Context } from "../context.ts";
import { cutBuckets, type Buckets } from "referrals-embed/rules";

/**
 * The buckets of a period as asked for; `all` needs to know when the workspace began.
 * @param standard what the route takes where nothing is asked for; `whole` makes the period one bucket
 */
export async function bucketsOf(
  ctx: Context,
  period: PeriodQuery,
  standard: { interval?: PeriodQuery["interval"]; timezone?: string; whole?: boolean } = {},
): Promise<Buckets> {
  const interval = period.interval ?? standard.interval ?? "30d";
  const reachesBack = interval === "all" && period.start === undefined;
  const earliest = reachesBack ? await workspaceStart(ctx.db, ctx.workspaceId) : new Date(0);
  return cutBuckets(
    {
      interval,
      start: period.start,
      end: period.end,
      timezone: period.timezone ?? standard.timezone ?? "UTC",
      whole: standard.whole,
    },
    { nowMs: ctx.clock.now(), earliestMs: earliest.getTime() },
  );
}

/** The period of a list; nothing for all time. @throws unprocessable_entity */
export async function listedPeriod(ctx: Context, query: PeriodQuery): Promise<{ from: Date; to: Date } | undefined> {
  if (query.start === undefined && query.end === undefined && (query.interval ?? "all") === "all") return undefined;
  const { edges } = await bucketsOf(ctx, query, { interval: "all", whole: true });
  const [from = 0, to = 0] = [edges[0], edges.at(-1)];
  return { from: new Date(from), to: new Date(to) };
}
