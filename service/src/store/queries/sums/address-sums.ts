import { sql, type RawBuilder } from "kysely";
import type { AnalyticsEvent } from "referrals-embed/contract";
import type { Db } from "../../schema.ts";
import type { AddressDimension } from "./address-rows.ts";
import { metricTotals, type GroupRow } from "../analytics/analytics.ts";
import { metricColumns, slice, within, type Span } from "../analytics/analytics-source.ts";
import type { LinkScope } from "../analytics/link-scope.ts";
import { wholePeriods } from "../analytics/whole-periods.ts";

const DAY = 86_400_000;

/** Most sums to read: with more addresses the events are read in portions instead, so that other calls run in between. */
const MOST = { rows: 40_000, bytes: 4_000_000 };

/** A question to the stored sums of a whole program or workspace. */
export interface AddressQuestion {
  scope: LinkScope;
  /** Ends on whole hours. */
  span: Span;
  dimension: AddressDimension;
  /** An expression over the rows `s`, whose `value` is the dimension's. */
  key: RawBuilder<unknown>;
  event: AnalyticsEvent;
  uniqueOnly: boolean;
}

/** Sums by key of the summed days, and the parts of the period that need their events. */
export interface AddressAnswer {
  rows: GroupRow[];
  rest: Span[];
}

/** Rows with a requested metric other than 0. */
const counting: Record<AnalyticsEvent, RawBuilder<unknown>> = {
  clicks: sql`clicks <> 0`,
  leads: sql`leads <> 0`,
  sales: sql`(conversions <> 0 OR sales <> 0 OR sale_amount <> 0)`,
  composite: sql`true`,
};

/**
 * The summed days of the period, as months where complete. One statement reads both the list of days and their sums, so that they match
 * even if a day is summed again meanwhile. As in any answer, later events are missing.
 */
export async function addressSums(db: Db, question: AddressQuestion): Promise<AddressAnswer> {
  const { scope, span, dimension, key, event, uniqueOnly } = question;
  const [from, to] = [span.from.getTime(), span.to.getTime()];
  const whole = { from: Math.ceil(from / DAY) * DAY, to: Math.floor(to / DAY) * DAY };
  if (whole.from >= whole.to) return { rows: [], rest: [span] };
  const [months] = wholePeriods([from, to]).month;
  const { rows } = await sql<GroupRow & { day: Date | null; isKept: boolean; isTooMuch: boolean }>`
    WITH marks AS MATERIALIZED (
      SELECT program_id, address_period AS id, CASE WHEN address_period = 0 THEN date_trunc('day', hour, 'UTC') END AS day
      FROM program_hours WHERE ${slice(scope)} AND ${within(sql`hour`, spanOf(whole))} GROUP BY 1, 2, 3
    ), days AS MATERIALIZED (
      SELECT m.program_id, coalesce(m.day, p.at) AS day, CASE WHEN p.state = 'kept' THEN p.id END AS id, p.month_id
      FROM marks m LEFT JOIN address_periods p ON p.id = m.id
    ), told AS MATERIALIZED (
      SELECT day, bool_and(id IS NOT NULL) AS kept FROM days GROUP BY day
    ), whole AS (
      SELECT program_id, date_trunc('month', day, 'UTC') AS month, min(month_id) AS id FROM days JOIN told USING (day)
      GROUP BY 1, 2 HAVING bool_and(kept)
    ), months AS MATERIALIZED (
      SELECT w.program_id, w.month, w.id FROM whole w JOIN address_periods p ON p.id = w.id WHERE p.state = 'kept'
        AND ${months ? within(sql`w.month`, spanOf(months)) : sql`false`}
    ), kept AS MATERIALIZED (
      SELECT id FROM months
      UNION ALL SELECT d.id FROM days d JOIN told USING (day) WHERE told.kept AND NOT EXISTS (
        SELECT 1 FROM months m WHERE m.program_id = d.program_id AND m.month = date_trunc('month', d.day, 'UTC'))
    ), size AS MATERIALIZED (
      SELECT coalesce(sum((p.sizes -> ${dimension} ->> 'rows')::bigint) > ${MOST.rows}
        OR sum((p.sizes -> ${dimension} ->> 'bytes')::bigint) > ${MOST.bytes}, false) AS is_too_much
      FROM kept JOIN address_periods p ON p.id = kept.id
    ), sums AS (
      SELECT ${key} AS k, ${metricTotals} FROM kept CROSS JOIN LATERAL (
        SELECT value, ${uniqueOnly ? uniqueColumns : metricColumns} FROM address_sums
        WHERE period_id = kept.id AND dimension = ${dimension} AND ${uniqueOnly && event === "clicks" ? sql`unique_clicks <> 0` : counting[event]}
        OFFSET 0) s
      WHERE NOT (SELECT is_too_much FROM size) GROUP BY 1
    )
    SELECT sums.*, NULL::timestamptz AS day, false AS "isKept", false AS "isTooMuch" FROM sums
    UNION ALL SELECT NULL, 0, 0, 0, 0, 0, 0, day, kept, is_too_much FROM told, size ORDER BY day`.execute(db);
  if (rows.some(({ isTooMuch }) => isTooMuch)) return { rows: [], rest: [span] };
  const days = rows.flatMap(({ day, isKept }) => (day ? [{ at: day.getTime(), isKept }] : []));
  return {
    rows: rows.filter(({ day }) => day === null),
    rest: restOf({ from, to }, whole, days),
  };
}

/** Repeats are not counted. */
const uniqueColumns = sql`unique_clicks AS clicks, unique_clicks, leads, conversions, sales, sale_amount`;

interface Run {
  from: number;
  to: number;
}

function spanOf({ from, to }: Run): Span {
  return { from: new Date(from), to: new Date(to) };
}

/** The period without its summed days; a day without events does not split a part. `days` ascend. */
function restOf(period: Run, whole: Run, days: readonly { at: number; isKept: boolean }[]): Span[] {
  const rest: Run[] = [];
  let open: Run | undefined;
  const read = (from: number, to: number): void => {
    if (from >= to) return;
    if (open) open.to = to;
    else rest.push((open = { from, to }));
  };
  read(period.from, whole.from);
  for (const { at, isKept } of days) {
    if (isKept) open = undefined;
    else read(at, at + DAY);
  }
  read(whole.to, period.to);
  return rest.map(spanOf);
}
