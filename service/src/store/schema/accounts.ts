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

/** The columns of groups and enrollments that say what is paid and what friends get. */
export type OfferColumn =
  | "click_reward_id"
  | "lead_reward_id"
  | "sale_reward_id"
  | "referral_reward_id"
  | "discount_id";

/** A new id of a group for the members that carry the old one. */
export interface OfferChange {
  column: OfferColumn;
  before: string | null;
  after: string | null;
}

/** What a change of a group gives its members, some at a time in the order of their enrollments' ids. */
export interface OfferMove {
  changes: OfferChange[];
  /** The last enrollment that was looked at; empty before the first. */
  passed: string;
}

/** A move of default links that led to the service itself. */
export interface LinksMove {
  /** The program's first address. */
  to: string;
  /** The last link of the workspace that was looked at, newest first; absent before the first. */
  after?: { id: string; createdAt: string };
}
