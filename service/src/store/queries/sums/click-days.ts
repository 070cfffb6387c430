import type { Db } from "../../schema.ts";
import type { ClickRewardDayRow } from "../../schema/tracking.ts";

/** Closed dates that are not settled yet, oldest first, at most `limit`. */
export function openClickDays(db: Db, before: string, limit: number): Promise<ClickRewardDayRow[]> {
  return db
    .selectFrom("click_reward_days")
    .selectAll()
    .where("settled_at", "is", null)
    .where("day", "<", before)
    .orderBy("day")
    .orderBy("enrollment_id")
    .orderBy("reward_id")
    .limit(limit)
    .execute();
}

/** Marks a date settled, once. @returns its clicks, or nothing when another replica was first */
export function settleClickDay(db: Db, day: ClickRewardDayRow, at: Date): Promise<ClickRewardDayRow | undefined> {
  return db
    .updateTable("click_reward_days")
    .set({ settled_at: at })
    .where("enrollment_id", "=", day.enrollment_id)
    .where("reward_id", "=", day.reward_id)
    .where("day", "=", day.day)
    .where("settled_at", "is", null)
    .returningAll()
    .executeTakeFirst();
}
