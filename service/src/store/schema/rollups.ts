import type { Generated } from "kysely";
import type { Timestamp } from "./column.ts";

interface Sums {
  clicks: Generated<number>;
  unique_clicks: Generated<number>;
  leads: Generated<number>;
  conversions: Generated<number>;
  sales: Generated<number>;
  sale_amount: Generated<number>;
}

interface LinkSums extends Sums {
  link_id: string;
}

interface DimensionSums extends Sums {
  workspace_id: string;
  program_id: string;
  dimension: string;
  value: string;
}

/** The sums of a program per UTC hour. */
export interface ProgramHoursTable extends Sums {
  workspace_id: string;
  program_id: string;
  hour: Timestamp;
  /** The day of `address_periods` that holds what happened in the hour; 0 when there is none, or more has happened since. */
  address_period: Generated<number>;
}

/** The sums of a link per UTC hour, and the same per day and per month. */
export interface LinkHoursTable extends LinkSums {
  hour: Timestamp;
}

export interface LinkDaysTable extends LinkSums {
  day: Timestamp;
}

export interface LinkMonthsTable extends LinkSums {
  month: Timestamp;
}

/** The sums of a value of one dimension of a program per UTC hour, and the same per day and per month. */
export interface DimensionHoursTable extends DimensionSums {
  hour: Timestamp;
}

export interface DimensionDaysTable extends DimensionSums {
  day: Timestamp;
}

export interface DimensionMonthsTable extends DimensionSums {
  month: Timestamp;
}

/** A day or a month of a program whose addresses, referring pages and UTM values are summed. */
export interface AddressPeriodsTable {
  id: Generated<number>;
  workspace_id: string;
  program_id: string;
  grain: "day" | "month";
  at: Timestamp;
  /** `left`: looked at, and read from its events. */
  state: "filling" | "kept" | "left" | "dropped";
  /** Of a day that is filling: up to where its events are summed. */
  filled_to: Timestamp | null;
  /** Of a month that is filling: the dimension it has come to, and the byte its next hashes begin with. */
  filled_row: string | null;
  /** Of a day: the month that holds it; 0 when none could be made. */
  month_id: number | null;
  /** How much there is to read of it, by dimension. */
  sizes: Generated<Record<string, AddressSize>>;
}

/** How much there is to read of a dimension. */
export interface AddressSize {
  rows: number;
  /** Of its values. */
  bytes: number;
}

/** What a period comes to under a value of a dimension. */
export interface AddressSumsTable extends Sums {
  period_id: number;
  dimension: string;
  value_hash: Buffer;
  value: string;
}
