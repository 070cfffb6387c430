import type { Format } from "../../dashboard/format/create-format.ts";
import type { SelectOption } from "../../dashboard/ui/Select.tsx";

/** The days of a period, as `2026-10-01`; without an end it lasts until now. */
export interface Days {
  start?: string;
  end?: string;
}

/** A period that an accountant asks for. */
export type Period = "all" | "thisMonth" | "lastMonth" | "thisQuarter" | "lastYear" | "days";

/** The periods to choose from, in the reader's language where the dashboard has them. */
export function periodsIn({ t }: Format): SelectOption[] {
  const labels: Readonly<Record<Period, string>> = {
    lastMonth: "Last month",
    thisMonth: t("range.mtd"),
    thisQuarter: t("range.qtd"),
    lastYear: "Last year",
    all: t("range.all"),
    days: "From a day to a day",
  };
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

/** The day it is in a time zone. */
export function todayIn(timeZone: string, now: number): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  const [month, day, year] = parts.format(now).split("/");
  return `${year}-${month}-${day}`;
}

/** The days of a period that is counted from a day. */
export function daysOf(period: Exclude<Period, "days">, today: string): Days {
  const [year = 0, month = 0] = today.split("-").map(Number);
  const day = (...at: [year: number, month: number, day: number]): string =>
    new Date(Date.UTC(...at)).toISOString().slice(0, 10);
  switch (period) {
    case "all":
      return {};
    case "thisMonth":
      return { start: day(year, month - 1, 1) };
    case "lastMonth":
      return { start: day(year, month - 2, 1), end: day(year, month - 1, 0) };
    case "thisQuarter":
      return { start: day(year, month - 1 - ((month - 1) % 3), 1) };
    case "lastYear":
      return { start: day(year - 1, 0, 1), end: day(year - 1, 11, 31) };
  }
}
