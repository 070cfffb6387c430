import type { Selectable } from "kysely";
import type {
  ClickEventsTable,
  ClickRewardDaysTable,
  CustomersTable,
  DisputesTable,
  LeadEventsTable,
  SaleEventsTable,
} from "./tables.ts";

/** A click as stored, or as known before it is stored. */
export interface ClickRow extends Selectable<ClickEventsTable> {
  /** Answered and, at the time of reading, not stored. */
  isWaiting?: true;
}

/** A customer as stored. */
export type CustomerRow = Selectable<CustomersTable>;

/** A lead as stored. */
export type LeadRow = Selectable<LeadEventsTable>;

/** A sale as stored. */
export type SaleRow = Selectable<SaleEventsTable>;

/** A date's earning clicks of an enrollment under a reward. */
export type ClickRewardDayRow = Selectable<ClickRewardDaysTable>;

/** Counters of a link and of its enrollment, moved together (V1); absent ones stay. */
export interface CounterDelta {
  leads?: number;
  conversions?: number;
  sales?: number;
  saleAmount?: number;
}

/** A dispute as stored. */
export type DisputeRow = Selectable<DisputesTable>;
