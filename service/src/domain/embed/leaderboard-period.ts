import { localDate, startOfDay } from "referrals-embed/rules";
import type { ProgramRow } from "../../store/schema/accounts.ts";
import { embedSettings } from "../programs/program-record.ts";

/** Start of the leaderboard's period: today and the 29 days before, or this month, in the program's time zone; `null` for all time. */
export function leaderboardSince(program: Pick<ProgramRow, "embed" | "timezone">, now: number): Date | null {
  const { timezone } = program;
  const today = localDate(now, timezone);
  switch (embedSettings(program).leaderboard.period) {
    case "all":
      return null;
    case "30d":
      return new Date(startOfDay({ ...today, day: today.day - 29 }, timezone));
    case "month":
      return new Date(startOfDay({ ...today, day: 1 }, timezone));
  }
}
