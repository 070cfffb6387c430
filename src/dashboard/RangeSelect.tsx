import type { ReactElement } from "react";
import type { Interval } from "../contract/analytics.ts";
import { useDashboard } from "./dashboard-context.ts";
import { Select } from "./ui/Select.tsx";

/** In the order a reader expects; the names are the service's (design §5). */
const RANGES: readonly Interval[] = ["24h", "7d", "30d", "90d", "1y", "mtd", "qtd", "ytd", "all"];

/** The range that holds across Overview and analytics for the session. */
export function RangeSelect(): ReactElement {
  const { format, range, setRange } = useDashboard();
  return (
    <Select
      small
      aria-label={format.t("range.label")}
      value={range}
      options={RANGES.map((value) => ({ value, label: format.t(`range.${value}`) }))}
      onChange={(event) => setRange(event.currentTarget.value as Interval)}
    />
  );
}
