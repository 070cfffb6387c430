import type { ReactElement } from "react";
import { useDashboard } from "./dashboard-context.ts";
import { holdText } from "./format/hold-text.ts";
import { MissingValue } from "./ui/MissingValue.tsx";

/** In the place of an amount that is not known yet: a 0 would be read as nothing earned. `reason` is why. */
export function UnknownAmount({ reason }: { reason: string | null }): ReactElement {
  const { format } = useDashboard();
  if (reason === "fx_unknown") return <>{format.t("hold.noRate")}</>;
  return <MissingValue why={holdText(format, reason)} />;
}
