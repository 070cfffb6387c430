import { sql } from "kysely";
import type { Db } from "../../schema.ts";
import { eventScope, programSource, within, type CountedEvents, type Span } from "./analytics-source.ts";
import type { LinkScope } from "./link-scope.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** No event is earlier or later than this. */
const RECORDED = { from: Date.UTC(1970), to: Date.UTC(2200) };

/** Number of events that the embedded store sums in about 10 ms, and number it groups in 20 ms by the longest values visitors may send. */
const MOST_EVENTS = 5_000;
export const FEWEST_EVENTS = 500;
/** Cost limit of a portion: a microsecond per event, and per 40 letters of its grouping values. */
const COST = { most: 20_000, ofEvent: 1, ofLetter: 0.025 };

/** Size of the next portion, from the cost of earlier ones: visitors choose the length and number of values. */
export class PortionSize {
  readonly #fixed: number | undefined;
  #most: number = FEWEST_EVENTS;

  /** @param fixed a constant size */
  constructor(fixed?: number) {
    this.#fixed = fixed;
  }

  get most(): number {
    return this.#fixed ?? this.#most;
  }

  /** @param letters total letters of the grouping values in a portion of this size */
  took(letters: number): void {
    const cost = COST.ofEvent * this.#most + COST.ofLetter * letters;
    const fitting = Math.floor((this.#most * COST.most) / cost);
    this.#most = Math.max(FEWEST_EVENTS, Math.min(MOST_EVENTS, 2 * this.#most, fitting));
  }
}

/** The events to read in portions. */
export interface PortionedEvents {
  span: Span;
  counted: CountedEvents;
  /** Whether there may be more events than in the sums: uncounted repeats. */
  hasUncounted?: boolean;
  size: Pick<PortionSize, "most">;
}

/**
 * Cuts a period into spans of `size` events, by their sums and, within a larger day, by the events themselves: anyone can make a hundred
 * thousand clicks in a minute. The embedded store has one session: other work waits for one span, not for all events of a year. Each span
 * is searched after the previous one was read.
 */
export async function* eventPortions(
  db: Db,
  scope: LinkScope,
  { span, counted, hasUncounted = false, size }: PortionedEvents,
): AsyncGenerator<Span> {
  const counts = (["clicks", "leads", "sales"] as const).filter((name) => counted[name]).map((name) => sql.ref(name));
  const { rows } = await sql<{ at: Date; n: number }>`
    SELECT at, sum(${sql.join(counts, sql` + `)})::bigint AS n
    FROM (${programSource(scope, dayEdges(span.from, span.to))}) s GROUP BY at ORDER BY at`.execute(db);
  let run = { from: span.from, events: 0 };
  for (const { at, n } of rows) {
    if (run.events > 0 && run.events + n > size.most && at > run.from) {
      yield* cut(run.events, { from: run.from, to: at });
      run = { from: at, events: 0 };
    }
    run.events += n;
  }
  yield* cut(run.events, { from: run.from, to: span.to });

  function cut(events: number, span: Span): AsyncGenerator<Span> {
    return cutSpan(db, scope, { span, counted, size, isOne: () => events <= size.most && !hasUncounted });
  }
}

/** How a span is cut. */
export interface SpanCut extends Pick<PortionedEvents, "span" | "counted" | "size"> {
  /** Default: the oldest portion first. */
  order?: "asc" | "desc";
  /** Whether the rest is known to be one portion. */
  isOne?: () => boolean;
}

/** Cuts a span into portions by its events, in the order asked. Each is searched after the previous one was read. */
export async function* cutSpan(
  db: Db,
  scope: LinkScope,
  { span, counted, size, order = "asc", isOne = () => false }: SpanCut,
): AsyncGenerator<Span> {
  let rest = span;
  while (!isOne()) {
    const end = await endOfPortion(db, scope, { span: rest, counted, most: size.most, order });
    if (end === undefined) break;
    const [before, after] = [
      { from: rest.from, to: end },
      { from: end, to: rest.to },
    ];
    yield order === "asc" ? before : after;
    rest = order === "asc" ? after : before;
  }
  yield rest;
}

/**
 * Where the first `most` events of a span end, or in descending order the last ones begin; undefined when it has no more. Those of one
 * millisecond stay together.
 */
export async function endOfPortion(
  db: Db,
  scope: LinkScope,
  { span, counted, most, order = "asc" }: { span: Span; counted: CountedEvents; most: number; order?: "asc" | "desc" },
): Promise<Date | undefined> {
  const tables = { clicks: "click_events", leads: "lead_events", sales: "sale_events" } as const;
  const times = (["clicks", "leads", "sales"] as const)
    .filter((name) => counted[name])
    .map(
      (name) =>
        sql`SELECT e.at FROM ${sql.table(tables[name])} e WHERE ${eventScope("e", scope)} AND ${within(sql.ref("e.at"), span)}`,
    );
  const { rows } = await sql<{ at: Date }>`
    SELECT at FROM (${sql.join(times, sql` UNION ALL `)}) e ORDER BY at ${sql.raw(order)} OFFSET ${most} LIMIT 1`.execute(
    db,
  );
  const [next] = rows;
  if (!next) return undefined;
  if (order === "desc") return next.at > span.from ? next.at : undefined;
  const end = next.at > span.from ? next.at : new Date(span.from.getTime() + 1);
  return end < span.to ? end : undefined;
}

/** The period in whole hours, cut at every midnight. */
function dayEdges(from: Date, to: Date): number[] {
  const first = Math.floor(Math.max(from.getTime(), RECORDED.from) / HOUR) * HOUR;
  const last = Math.max(first + HOUR, Math.ceil(Math.min(to.getTime(), RECORDED.to) / HOUR) * HOUR);
  const edges = [first];
  for (let day = Math.floor(first / DAY) * DAY + DAY; day < last; day += DAY) edges.push(day);
  return [...edges, last];
}
