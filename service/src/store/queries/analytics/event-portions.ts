import { sql } from "kysely";
import type { Db } from "../../schema.ts";
import { eventScope, programSource, within, type CountedEvents, type Span } from "./analytics-source.ts";
import type { LinkScope } from "./link-scope.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Nothing was recorded before or will be after. */
const RECORDED = { from: Date.UTC(1970), to: Date.UTC(2200) };

/** Events that the embedded store adds up in some 10 ms, and those it groups in 20 ms by values as long as visitors may send them. */
const MOST_EVENTS = 5_000;
export const FEWEST_EVENTS = 500;
/** What a portion may cost: a microsecond for each event, and for each 40 letters of the values it is grouped by. */
const COST = { most: 20_000, ofEvent: 1, ofLetter: 0.025 };

/** How many events are read next: by what those before have cost, for visitors choose how long values are and how many. */
export class PortionSize {
  readonly #fixed: number | undefined;
  #most: number = FEWEST_EVENTS;

  /** @param fixed always so many */
  constructor(fixed?: number) {
    this.#fixed = fixed;
  }

  get most(): number {
    return this.#fixed ?? this.#most;
  }

  /** @param letters those of the values that a portion of this size was grouped by */
  took(letters: number): void {
    const cost = COST.ofEvent * this.#most + COST.ofLetter * letters;
    const fitting = Math.floor((this.#most * COST.most) / cost);
    this.#most = Math.max(FEWEST_EVENTS, Math.min(MOST_EVENTS, 2 * this.#most, fitting));
  }
}

/** What is read in portions. */
export interface PortionedEvents {
  span: Span;
  counted: CountedEvents;
  /** Whether there may be more events than the sums say: repeats that are not counted. */
  hasUncounted?: boolean;
  size: Pick<PortionSize, "most">;
}

/**
 * Cuts a period into spans of as many events as `size` says then, by what their sums say and, within a day that has more, by the events themselves:
 * anybody can make a hundred thousand clicks in a minute. The embedded store has one session: who waits for it waits for one span and
 * not for all the events of a year. Each span is looked for when the one before has been read.
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
  /** Whether what is left is known to be one portion. */
  isOne?: () => boolean;
}

/** Cuts a span into portions by its events, in the order asked. Each is looked for when the one before has been read. */
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
