import { addressSums } from "./kept-addresses.ts";
import { dimensions, metricNames } from "./roll-up-dimensions.ts";
import { same, type KeptSum } from "./sum.ts";

/** Counters of links and enrollments, written with each event. `uniqueOnly` is `CLICK_COUNTING=unique`. */
const counters = (uniqueOnly: boolean): KeptSum[] => [
  {
    id: "I1",
    says: "the counters of an enrollment are the sums over its links",
    table: "enrollment_stats",
    source: "links WHERE enrollment_id IS NOT NULL",
    keys: same(["enrollment_id"]),
    measures: Object.fromEntries(metricNames.map((name) => [`total_${name}`, name])),
  },
  {
    id: "I2",
    says: "a link's clicks are its click events",
    table: "links",
    source: "click_events",
    keys: { id: "link_id" },
    measures: { clicks: uniqueOnly ? "is_unique::int" : "1", unique_clicks: "is_unique::int" },
  },
  {
    id: "I3",
    says: "a link's leads are the quantities of its lead events",
    table: "links",
    source: "lead_events WHERE link_id IS NOT NULL",
    keys: { id: "link_id" },
    measures: { leads: "quantity" },
  },
  linkSales("I4", "a link's sales are those not refunded in full", { sales: "(refunded_amount < amount)::int" }),
  linkSales("I5", "a link's conversions are its first sales", { conversions: "is_first::int" }),
  linkSales("I6", "a link's sale amount is the net program value of its sales with a known rate", {
    sale_amount: "amount_program - refunded_program",
  }),
];

function linkSales(id: string, says: string, measures: KeptSum["measures"]): KeptSum {
  const source = "sale_events WHERE link_id IS NOT NULL";
  return { id, says, table: "links", source, keys: { id: "link_id" }, measures };
}

const commissionIf = (test: string): string => `CASE WHEN ${test} THEN c.earnings END`;

/** Earnings of enrollments, kept by a trigger of `commissions`. */
const earnings: KeptSum[] = [
  {
    id: "I17",
    says: "the commission sums of an enrollment are those of its rows",
    table: "enrollment_stats",
    source: "commissions c JOIN enrollment_stats s ON s.enrollment_id = c.enrollment_id",
    keys: { enrollment_id: "c.enrollment_id" },
    measures: {
      pending_commissions: commissionIf("c.status = 'pending'"),
      held_commissions: commissionIf("c.status = 'hold'"),
      processed_commissions: commissionIf("c.status = 'processed'"),
      paid_commissions: commissionIf("c.status = 'paid'"),
      total_commissions: commissionIf("c.status = 'paid' OR s.accrual AND c.status IN ('pending', 'processed')"),
    },
  },
  {
    id: "I17",
    says: "paid earnings are the completed payouts",
    table: "enrollment_stats",
    source: "payouts WHERE status = 'completed' AND kind = 'regular'",
    keys: same(["enrollment_id"]),
    measures: { paid_commissions: "amount" },
  },
];

/** Sums of events over time: `addToRollUps` writes them with each event. */
export interface EventSums {
  /** What rows of an hour are kept by. */
  keys: readonly string[];
  hours: KeptSum;
  /** The same by day and by month, taken from the hours. */
  longer: KeptSum[];
}

const byLink = ["link_id", "at"];
const byValue = ["workspace_id", "program_id", "dimension", "at", "value"];

function longer(family: "link" | "dimension", keys: readonly string[]): KeptSum[] {
  return ["day", "month"].map((grain) => ({
    id: "I32",
    says: `the sums of a ${family} per ${grain} are those of its hours`,
    table: `${family}_${grain}s`,
    source: `${family}_hours`,
    keys: { ...same(keys), at: `date_trunc('${grain}', at, 'UTC')` },
    measures: same(metricNames),
    isExact: true,
  }));
}

const eachDimension = dimensions.map((name) => `('${name}')`).join(", ");

export const eventSums = {
  link: {
    keys: byLink,
    hours: {
      id: "I32",
      says: "a link's hourly sums are its counters",
      table: "link_hours",
      source: "links",
      keys: { link_id: "id" },
      measures: same(metricNames),
    },
    longer: longer("link", byLink),
  },
  program: {
    keys: ["workspace_id", "program_id", "hour"],
    hours: {
      id: "I32",
      says: "a workspace's hourly sums are those of its links",
      table: "program_hours",
      source: "link_hours h JOIN links l ON l.id = h.link_id",
      keys: { workspace_id: "l.workspace_id" },
      measures: Object.fromEntries(metricNames.map((name) => [name, `h.${name}`])),
    },
    longer: [],
  },
  dimension: {
    keys: byValue,
    hours: {
      id: "I32",
      says: "the sums of each dimension are those of the program",
      table: "dimension_hours",
      source: `program_hours CROSS JOIN (VALUES ${eachDimension}) d(dimension)`,
      keys: same(["workspace_id", "program_id", "dimension"]),
      measures: same(metricNames),
    },
    longer: longer("dimension", byValue),
  },
} satisfies Record<string, EventSums>;

/** Sums and counts that triggers keep. */
const byTrigger: KeptSum[] = [
  {
    id: "I32",
    says: "what a workspace sold in all is the sum of its hours",
    table: "workspace_sums",
    source: "program_hours",
    keys: same(["workspace_id"]),
    measures: same(["sale_amount"]),
  },
  {
    id: "I33",
    says: "the counts of links are those of the undeleted links",
    table: "link_counts",
    source: "links WHERE deleted_at IS NULL",
    keys: same(["workspace_id", "domain", "folder_id", "user_id", "archived"]),
    measures: { count: "1" },
  },
  {
    id: "I33",
    says: "the counts of enrollments are those of the live enrollments",
    table: "enrollment_counts",
    source: "enrollments WHERE removed_at IS NULL",
    keys: same(["program_id", "status"]),
    measures: { count: "1" },
  },
  {
    id: "I27",
    says: "the leaderboard's counts are those of the enrollments it ranks",
    table: "ranked_counts",
    source: "ranked_enrollments",
    keys: same(["program_id", "since", "step"]),
    measures: { count: "1" },
  },
];

/** All sums that are kept: what is not here has no invariant, and `service/test/store/kept-sums.test.ts` finds its table. */
export function keptSums(uniqueOnly: boolean): KeptSum[] {
  const overTime = Object.values(eventSums).flatMap(({ hours, longer }) => [hours, ...longer]);
  return [...counters(uniqueOnly), ...earnings, ...overTime, ...addressSums, ...byTrigger];
}
