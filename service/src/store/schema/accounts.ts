import type { Selectable } from "kysely";
import type { DiscountsTable, GroupsTable, ProgramsTable, RewardsTable } from "./tables.ts";

/** A program as stored. */
export type ProgramRow = Selectable<ProgramsTable>;

/** A reward as stored. */
export type RewardRow = Selectable<RewardsTable>;

/** A discount as stored. */
export type DiscountRow = Selectable<DiscountsTable>;

/** The columns of a reward that say what it pays. */
export type OfferedReward = Pick<
  RewardRow,
  | "id"
  | "event"
  | "type"
  | "amount_minor"
  | "rate_bp"
  | "max_duration_months"
  | "max_amount"
  | "conditions"
  | "description"
>;

/** The columns of a discount that say what friends get. */
export type OfferedDiscount = Pick<DiscountRow, "type" | "amount_minor" | "rate_bp" | "max_duration" | "description">;

/** A group as stored. */
export type GroupRow = Selectable<GroupsTable>;

/** A move of default links that led to the service itself. */
export interface LinksMove {
  /** The program's first address. */
  to: string;
  /** The last link of the workspace that was looked at, newest first; absent before the first. */
  after?: { id: string; createdAt: string };
}
