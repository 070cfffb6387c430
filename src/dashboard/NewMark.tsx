import type { ReactElement } from "react";
import { useDashboard } from "./dashboard-context.ts";
import { VisuallyHidden } from "./ui/VisuallyHidden.tsx";

/** The dot of a row that was added while the dashboard was open, by a live update or by the reader; no dot on other rows. */
export function NewMark({ id, made = false }: { id: string; made?: boolean | undefined }): ReactElement | null {
  const { newRows, format } = useDashboard();
  if (!made && !newRows.has(id)) return null;
  return (
    <span className="rf-dot rf-new">
      <VisuallyHidden>{format.t("live.new")}</VisuallyHidden>
    </span>
  );
}
