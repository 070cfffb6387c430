import type { ReactElement } from "react";
import type { Interval } from "../contract/records.ts";
import { useDashboard } from "./dashboard-context.ts";
import { Select } from "./ui/Select.tsx";

/** In the order of the menu; the keys are the service's interval names. */
const RANGES: readonly Interval[] = ["24h", "7d", "30d", "90d", "1y", "mtd", "qtd", "ytd", "all"];

/** Props of {@link RangeSelect}. */
export interface RangeSelectProps {
  /** Default: the range that holds across Overview and analytics for the session. */
  value?: Interval;
  onChange?: (range: Interval) => void;
}

/** A choice of range. */
export function RangeSelect({ value, onChange }: RangeSelectProps): ReactElement {
  const { format, range, setRange } = useDashboard();
  return (
    <Select
      small
      aria-label={format.t("range.label")}
      value={value ?? range}
      options={RANGES.map((name) => ({ value: name, label: format.t(`range.${name}`) }))}
      onChange={(event) => (onChange ?? setRange)(event.currentTarget.value as Interval)}
    />
  );
}
