import type { ReactElement } from "react";
import { useDashboard } from "./dashboard-context.ts";
import { holdText } from "./format/hold-text.ts";
import { MissingValue } from "./ui/MissingValue.tsx";

/** Replaces an amount that is not known yet: a 0 would look like no earnings. `reason` says why. */
export function UnknownAmount({ reason }: { reason: string | null }): ReactElement {
  const { format } = useDashboard();
  if (reason === "fx_unknown") return <>{format.t("hold.noRate")}</>;
  return <MissingValue why={holdText(format, reason)} />;
}
