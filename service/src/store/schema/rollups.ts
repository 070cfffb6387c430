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
