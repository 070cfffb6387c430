import type { Generated } from "kysely";
import type { Timestamp } from "./column.ts";

export interface LinkHoursTable {
  link_id: string;
  hour: Timestamp;
  clicks: Generated<number>;
  unique_clicks: Generated<number>;
  leads: Generated<number>;
  conversions: Generated<number>;
  sales: Generated<number>;
  sale_amount: Generated<number>;
}

export interface ProgramHoursTable {
  workspace_id: string;
  program_id: string;
  hour: Timestamp;
  clicks: Generated<number>;
  unique_clicks: Generated<number>;
  leads: Generated<number>;
  conversions: Generated<number>;
  sales: Generated<number>;
  sale_amount: Generated<number>;
}

export interface DimensionHoursTable {
  workspace_id: string;
  program_id: string;
  dimension: string;
  hour: Timestamp;
  value: string;
  clicks: Generated<number>;
  unique_clicks: Generated<number>;
  leads: Generated<number>;
  conversions: Generated<number>;
  sales: Generated<number>;
  sale_amount: Generated<number>;
}
