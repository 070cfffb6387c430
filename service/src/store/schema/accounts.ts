import type { Selectable } from "kysely";
import type { DiscountsTable, GroupsTable, ProgramsTable, RewardsTable } from "./tables.ts";

/** A program as stored. */
export type ProgramRow = Selectable<ProgramsTable>;

/** A reward as stored. */
export type RewardRow = Selectable<RewardsTable>;

/** A discount as stored. */
export type DiscountRow = Selectable<DiscountsTable>;

/** A group as stored. */
export type GroupRow = Selectable<GroupsTable>;

/** A move of default links that led to the service itself. */
export interface LinksMove {
  /** The program's first address. */
  to: string;
  /** The last link of the workspace that was looked at, newest first; absent before the first. */
  after?: { id: string; createdAt: string };
}
