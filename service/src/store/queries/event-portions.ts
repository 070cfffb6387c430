import { sql } from "kysely";
import type { Db } from "../schema.ts";
import { programSource, type Span } from "./analytics-source.ts";
import type { LinkScope } from "./link-scope.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Nothing was recorded before or will be after. */
const RECORDED = { from: Date.UTC(1970), to: Date.UTC(2200) };

/** Events the embedded store reads in some 50 ms. */
const PORTION = 100_000;

/**
 * Cuts a period into spans of about `most` events by what their sums say. The embedded store has one session: who waits for it waits
 * for one span and not for all the events of a year.
 */
export async function eventPortions(
  db: Db,
  scope: LinkScope,
  { span: { from, to }, most = PORTION }: { span: Span; most?: number },
): Promise<Span[]> {
  const { rows } = await sql<{ at: Date; n: number }>`
    SELECT at, sum(clicks + leads + sales)::bigint AS n FROM (${programSource(scope, dayEdges(from, to))}) s
    GROUP BY at ORDER BY at`.execute(db);
  const portions: Span[] = [];
  let begin = from;
  let events = 0;
  for (const { at, n } of rows) {
    if (events > 0 && events + n > most && at > begin) {
      portions.push({ from: begin, to: at });
      begin = at;
      events = 0;
    }
    events += n;
  }
  return [...portions, { from: begin, to }];
}

/** The period in whole hours, cut at every midnight. */
function dayEdges(from: Date, to: Date): number[] {
  const first = Math.floor(Math.max(from.getTime(), RECORDED.from) / HOUR) * HOUR;
  const last = Math.max(first + HOUR, Math.ceil(Math.min(to.getTime(), RECORDED.to) / HOUR) * HOUR);
  const edges = [first];
  for (let day = Math.floor(first / DAY) * DAY + DAY; day < last; day += DAY) edges.push(day);
  return [...edges, last];
}
