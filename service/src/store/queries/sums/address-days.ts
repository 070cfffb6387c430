import { sql } from "kysely";
import type { Store } from "../../open.ts";
import { byOneReplica } from "../../lock-order.ts";
import type { Db } from "../../schema.ts";
import { dropPeriods, fillMonth, openMonth } from "./address-months.ts";
import { addressValues, addRows, noteSizes } from "./address-rows.ts";
import { eventSource, metricSums, within, type Span } from "../analytics/analytics-source.ts";
import { endOfPortion } from "../analytics/event-portions.ts";
import type { TouchedHour } from "./roll-ups.ts";
import { present } from "../../../present.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The size of a step. */
export interface StepSize {
  /** Most events read, and rows written, in one statement: meanwhile the embedded store answers no other call. */
  portion: number;
  /** A day with more values of a dimension is not summed: its sums would be as many as its events. */
  mostValues: number;
}

/** The limits of settled time. */
export interface Settled {
  /** Days before it have ended. */
  days: Date;
  /** Clicks before it are stored; a click stored later invalidates the sums it changes (`hoursOfClicks`). */
  clicks: Date;
}

/**
 * One step of summing the addresses of ended days, newest first, then of their months. All progress is in the store, so any replica can do
 * the next step, and a crash needs no repair.
 * @returns 0 when there is nothing to do, or another replica is doing it
 */
export function sumAddresses(store: Pick<Store, "transaction">, settled: Settled, size: StepSize): Promise<number> {
  return byOneReplica(store, "addresses", async (db) => {
    const done =
      (await fillDays(db, settled, size)) ||
      (await fillMonth(db, size.portion)) ||
      (await dropPeriods(db, size.portion)) ||
      (await openDays(db, settled.days, size.portion)) ||
      (await openMonth(db, settled.days));
    return done ? 1 : 0;
  });
}

/** Days in a row, of one program. */
interface Days extends Span {
  workspaceId: string;
  /** '' for links outside a program. */
  programId: string;
}

/**
 * Marks the hours of the newest unsummed days, as many consecutive days of one month as fit a portion. After this commit every change of an
 * event removes the mark of its hour; only then are the events read.
 */
async function openDays(db: Db, before: Date, portion: number): Promise<boolean> {
  const days = await daysToSum(db, before, portion);
  if (!days) return false;
  const { workspaceId, programId, from, to } = days;
  const program = sql`workspace_id = ${workspaceId} AND program_id = ${programId}`;
  await sql`UPDATE address_periods SET state = 'dropped' WHERE ${program} AND state <> 'dropped' AND (
      (grain = 'day' AND ${within(sql`at`, days)})
      OR (grain = 'month' AND at = date_trunc('month', ${from}::timestamptz, 'UTC')))`.execute(db);
  await sql`
    WITH hours AS (SELECT hour, date_trunc('day', hour, 'UTC') AS day FROM program_hours
      WHERE ${program} AND ${within(sql`hour`, { from, to })} ORDER BY hour FOR NO KEY UPDATE
    ), made AS (INSERT INTO address_periods (workspace_id, program_id, grain, at, state, filled_to)
      SELECT ${workspaceId}, ${programId}, 'day', day, 'filling', day FROM (SELECT DISTINCT day FROM hours) d ORDER BY day
      RETURNING id, at)
    UPDATE program_hours h SET address_period = made.id FROM hours JOIN made ON made.at = hours.day
    WHERE ${program} AND h.hour = hours.hour`.execute(db);
  return true;
}

async function daysToSum(db: Db, before: Date, portion: number): Promise<Days | undefined> {
  const { rows } = await sql<{ workspaceId: string; programId: string; hour: Date }>`
    SELECT workspace_id AS "workspaceId", program_id AS "programId", hour FROM program_hours
    WHERE address_period = 0 AND hour < ${before} ORDER BY hour DESC LIMIT 1`.execute(db);
  const [newest] = rows;
  if (!newest) return undefined;
  const { workspaceId, programId, hour } = newest;
  const { rows: days } = await sql<{ day: Date; events: number; waits: boolean }>`
    SELECT date_trunc('day', hour, 'UTC') AS day, sum(clicks + leads + sales)::bigint AS events, bool_or(address_period = 0) AS waits
    FROM program_hours WHERE workspace_id = ${workspaceId} AND program_id = ${programId} AND hour <= ${hour}
      AND hour >= date_trunc('month', ${hour}::timestamptz, 'UTC') GROUP BY 1 ORDER BY 1 DESC`.execute(db);
  const last = present(days[0], "the day").day;
  let [from, events] = [last, 0];
  for (const day of days) {
    if (!day.waits || (events > 0 && events + day.events > portion)) break;
    events += day.events;
    from = day.day;
  }
  return { workspaceId, programId, from, to: new Date(last.getTime() + DAY) };
}

/** A day whose events are being summed. */
interface FillingDay {
  id: number;
  workspaceId: string;
  programId: string;
  at: Date;
  filledTo: Date;
}

/** Adds the next portion of events to the days of this run. */
async function fillDays(db: Db, settled: Settled, { portion, mostValues }: StepSize): Promise<boolean> {
  const { rows: filling } = await sql<FillingDay>`
    SELECT id, workspace_id AS "workspaceId", program_id AS "programId", at, filled_to AS "filledTo" FROM address_periods
    WHERE state = 'filling' AND grain = 'day' ORDER BY at`.execute(db);
  const [first, last] = [filling[0], filling.at(-1)];
  if (!first || !last) return false;
  const { workspaceId, programId } = first;
  const all = { workspaceId, programId, from: first.filledTo, to: new Date(last.at.getTime() + DAY) };
  const days = { ...all, to: await endOfDaysPortion(db, all, portion) };
  const unclear = new Set(await daysUnsettled(db, days, settled));
  await addSums(db, days);
  const done = filling.filter(({ at }) => at.getTime() + DAY <= days.to.getTime()).map(({ id }) => id);
  const { rows: wide } = await sql<{ id: number }>`
    SELECT DISTINCT period_id AS id FROM (SELECT period_id FROM address_sums WHERE period_id = ANY (${filling.map(({ id }) => id)})
      GROUP BY period_id, dimension HAVING count(*) > ${mostValues}) wide`.execute(db);
  const left = [
    ...wide.map(({ id }) => id),
    ...filling.filter(({ at }) => unclear.has(at.getTime())).map(({ id }) => id),
  ];
  await sql`DELETE FROM address_sums WHERE period_id = ANY (${left})`.execute(db);
  await sql`UPDATE address_periods SET filled_to = greatest(filled_to, ${days.to}),
      state = CASE WHEN id = ANY (${left}) THEN 'left' WHEN id = ANY (${done}) THEN 'kept' ELSE state END
    WHERE id = ANY (${filling.map(({ id }) => id)})`.execute(db);
  await noteSizes(
    db,
    done.filter((id) => !left.includes(id)),
  );
  return true;
}

/** What is summed. */
const counted = { clicks: true, leads: true, sales: true };

/** The end of a portion of events: at an hour, or within a larger hour. */
async function endOfDaysPortion(db: Db, { workspaceId, programId, from, to }: Days, portion: number): Promise<Date> {
  const { rows } = await sql<{ hour: Date; events: number }>`
    SELECT hour, clicks + leads + sales AS events FROM program_hours
    WHERE workspace_id = ${workspaceId} AND program_id = ${programId} AND ${within(sql`hour`, { from, to })} ORDER BY hour`.execute(
    db,
  );
  const scope = { workspaceId, programId: programId || null };
  let sum = 0;
  for (const { hour, events } of rows) {
    if (sum > 0 && sum + events > portion) return hour;
    sum += events;
    if (sum > portion) {
      const span = { from, to: new Date(hour.getTime() + HOUR) };
      return (await endOfPortion(db, scope, { span, counted, most: portion })) ?? span.to;
    }
  }
  return to;
}

/**
 * Days with a lead or sale whose click, or an earlier one with its id, may still wait in a journal and so add the address later: an import
 * may name new clicks for days of last year. Read before the events are summed, so that none is missed.
 */
async function daysUnsettled(
  db: Db,
  { workspaceId, programId, from, to }: Days,
  { clicks }: Settled,
): Promise<number[]> {
  const parts = (["lead_events", "sale_events"] as const).map(
    (table) => sql`SELECT at FROM ${sql.table(table)} e
      WHERE workspace_id = ${workspaceId} AND program_id IS NOT DISTINCT FROM ${programId || null} AND ${within(sql`at`, { from, to })}
        AND link_id IS NOT NULL AND click_id IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM click_events WHERE click_id = e.click_id AND at < ${clicks})`,
  );
  const { rows } = await sql<{ day: Date }>`
    SELECT DISTINCT date_trunc('day', at, 'UTC') AS day FROM (${sql.join(parts, sql` UNION ALL `)}) events`.execute(db);
  return rows.map(({ day }) => day.getTime());
}

/** Grouped by address and referring page first, so that each address is parsed once. */
async function addSums(db: Db, { workspaceId, programId, from, to }: Days): Promise<void> {
  const events = eventSource(
    { workspaceId, programId: programId || null },
    { from, to },
    {
      filter: { facets: {} },
      counted,
      uniqueOnly: false,
    },
  );
  await addRows(
    db,
    sql`
    WITH pages AS (SELECT date_trunc('day', at, 'UTC') AS day, url, referer_url, grouping(url) = 1 AS by_referer, ${metricSums}
      FROM (${events}) e GROUP BY GROUPING SETS ((1, url), (1, referer_url)))
    SELECT p.id AS period_id, v.dimension, substring(sha256(convert_to(v.value, 'UTF8')) FOR 16) AS value_hash, v.value, ${metricSums}
    FROM pages CROSS JOIN LATERAL ${addressValues}
    JOIN address_periods p ON p.workspace_id = ${workspaceId} AND p.program_id = ${programId} AND p.at = pages.day
      AND p.grain = 'day' AND p.state = 'filling'
    WHERE (v.dimension = 'referer_url') = by_referer GROUP BY p.id, v.dimension, v.value`,
  );
}

/** The hours of the leads and sales that came from clicks. */
export async function hoursOfClicks(db: Db, clickIds: readonly string[]): Promise<TouchedHour[]> {
  const parts = (["lead_events", "sale_events"] as const).map(
    (table) => sql`SELECT workspace_id, program_id, at FROM ${sql.table(table)}
      WHERE click_id = ANY (${clickIds}::text[]) AND link_id IS NOT NULL`,
  );
  const { rows } = await sql<TouchedHour>`
    SELECT DISTINCT workspace_id AS "workspaceId", program_id AS "programId", date_trunc('hour', at, 'UTC') AS at
    FROM (${sql.join(parts, sql` UNION `)}) events`.execute(db);
  return rows;
}
