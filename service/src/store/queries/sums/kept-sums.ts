import { figures } from "./enrollment-figures.ts";
import { addressSums } from "./kept-addresses.ts";
import { dimensions, metricNames, metricsOfEvents, type EventMetrics } from "./metrics.ts";
import { same, type KeptSum } from "./sum.ts";

/** Counters of links, enrollments and customers, written with each event. `uniqueOnly` is `CLICK_COUNTING=unique`. */
function counters(uniqueOnly: boolean): KeptSum[] {
  const { click, lead, sale } = metricsOfEvents(uniqueOnly);
  const { conversions, sales, sale_amount } = sale;
  return [
    {
      check: "I1 the counters of an enrollment are the sums over its links",
      table: "enrollment_stats",
      source: "links WHERE enrollment_id IS NOT NULL",
      keys: same(["enrollment_id"]),
      measures: Object.fromEntries(metricNames.map((name) => [`total_${name}`, name])),
    },
    ofLink("I2 a link's clicks are its click events", "click_events", click),
    ofLink("I3 a link's leads are the quantities of its lead events", "lead_events", lead),
    ofLink("I4 a link's sales are those not refunded in full", "sale_events", { sales }),
    ofLink("I5 a link's conversions are its first sales", "sale_events", { conversions }),
    ofLink("I6 a link's sale amount is the net program value of its sales with a known rate", "sale_events", {
      sale_amount,
    }),
    {
      check: "I43 what a customer bought is the sum of their sales",
      table: "customers",
      source: "sale_events",
      keys: { id: "customer_id" },
      measures: { sales, sale_amount },
    },
  ];
}

function ofLink(check: KeptSum["check"], events: string, measures: EventMetrics): KeptSum {
  return { check, table: "links", source: `${events} WHERE link_id IS NOT NULL`, keys: { id: "link_id" }, measures };
}

/** Sums of events over time: `addToRollUps` writes them with each event. */
export interface EventSums {
  /** What rows of an hour are kept by, in the order in which they are locked. */
  keys: readonly string[];
  /** What else is set in an hour that is added to. */
  also?: string[];
  /** The hours, as they are compared: all of a key together. */
  hours: KeptSum;
  /** The same by day and by month, taken from the hours. */
  longer: KeptSum[];
}

function overTime(table: string, keys: readonly string[], hours: Omit<KeptSum, "table" | "measures">): EventSums {
  const measures = same(metricNames);
  const longer = ["day", "month"].map((grain): KeptSum => {
    return {
      check: `I32 the sums of a ${table} per ${grain} are those of its hours`,
      table: `${table}_${grain}s`,
      source: `${table}_hours`,
      keys: { ...same(keys), at: `date_trunc('${grain}', at, 'UTC')` },
      measures,
      isExact: true,
    };
  });
  return { keys, hours: { ...hours, table: `${table}_hours`, measures }, longer };
}

const eachDimension = dimensions.map((name) => `('${name}')`).join(", ");

export const linkSums = overTime("link", ["link_id", "at"], {
  check: "I32 a link's hourly sums are its counters",
  source: "links",
  keys: { link_id: "id" },
});
export const dimensionSums = overTime("dimension", ["workspace_id", "program_id", "dimension", "at", "value"], {
  check: "I32 the sums of each dimension are those of the program",
  source: `program_hours CROSS JOIN (VALUES ${eachDimension}) d(dimension)`,
  keys: same(["workspace_id", "program_id", "dimension"]),
});
export const programSums: EventSums = {
  keys: ["workspace_id", "program_id", "hour"],
  // Its addresses are read from the events of the hour until they are summed again.
  also: ["address_period = 0"],
  hours: {
    check: "I32 a workspace's hourly sums are those of its links",
    table: "program_hours",
    source: "(SELECT l.workspace_id, h.* FROM link_hours h JOIN links l ON l.id = h.link_id) hours",
    keys: same(["workspace_id"]),
    measures: same(metricNames),
  },
  longer: [],
};

const earnedIf = (test: string): string => `CASE WHEN ${test} THEN c.earnings END`;

/** Sums and counts that triggers keep. */
const byTrigger: KeptSum[] = [
  {
    check: "I17 the commission sums of an enrollment are those of its rows",
    table: "enrollment_stats",
    source: "commissions c JOIN enrollment_stats s ON s.enrollment_id = c.enrollment_id",
    keys: { enrollment_id: "c.enrollment_id" },
    measures: {
      pending_commissions: earnedIf("c.status = 'pending'"),
      held_commissions: earnedIf("c.status = 'hold'"),
      processed_commissions: earnedIf("c.status = 'processed'"),
      paid_commissions: earnedIf("c.status = 'paid'"),
      total_commissions: earnedIf("c.status = 'paid' OR s.accrual AND c.status IN ('pending', 'processed')"),
    },
  },
  {
    check: "I17 paid earnings are the completed payouts",
    table: "enrollment_stats",
    source: `(SELECT enrollment_id, amount FROM payouts WHERE status = 'completed' AND kind = 'regular'
      UNION ALL SELECT e.id, -c.earnings FROM enrollments e, jsonb_array_elements_text(e.money_move -> 'pays') AS p(id)
        JOIN commissions c ON c.payout_id = p.id AND c.status = 'processed') settled`,
    keys: same(["enrollment_id"]),
    measures: { paid_commissions: "amount" },
  },
  {
    check: "I32 what a workspace sold in all is the sum of its hours",
    table: "workspace_sums",
    source: "program_hours",
    keys: same(["workspace_id"]),
    measures: same(["sale_amount"]),
  },
  {
    check: "I33 the counts of links are those of the undeleted links",
    table: "link_counts",
    source: "links WHERE deleted_at IS NULL",
    keys: same(["workspace_id", "domain", "folder_id", "user_id", "archived"]),
    measures: { count: "1" },
  },
  {
    check: "I33 the counts of enrollments are those of the live enrollments",
    table: "enrollment_counts",
    source: "enrollments WHERE removed_at IS NULL",
    keys: same(["program_id", "status"]),
    measures: { count: "1" },
  },
  {
    check: "I27 the leaderboard's counts are those of the enrollments it ranks",
    table: "ranked_counts",
    source: "ranked_enrollments",
    keys: same(["program_id", "since", "step"]),
    measures: { count: "1" },
  },
];

/** The copy that the partner list is ordered by, written by a job: a row is its own sum. */
const copies: KeptSum[] = [
  {
    check: "I27 what the partner list is ordered by is what it shows",
    table: "enrollment_figures",
    kept: `enrollment_figures f
      WHERE NOT EXISTS (SELECT 1 FROM enrollment_stats s WHERE s.enrollment_id = f.enrollment_id AND s.stale)`,
    source: "enrollment_stats WHERE live AND NOT stale",
    keys: same(["enrollment_id", ...figures]),
    measures: {},
    named: "enrollment_id",
    isExact: true,
  },
];

/** All sums that are kept. `verify` checks each; `service/test/store/kept-sums.test.ts` finds a table that is missing here. */
export function keptSums(uniqueOnly: boolean): KeptSum[] {
  const overTime = [linkSums, programSums, dimensionSums].flatMap(({ hours, longer }) => [hours, ...longer]);
  return [...counters(uniqueOnly), ...overTime, ...addressSums, ...byTrigger, ...copies];
}
