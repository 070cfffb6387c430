import type { ReactElement } from "react";
import { useDashboard } from "./dashboard-context.ts";
import { VisuallyHidden } from "./ui/VisuallyHidden.tsx";

/** The dot of a row that came while the dashboard was open, by itself or as one the reader made; nothing on any other row. */
export function NewMark({ id, made = false }: { id: string; made?: boolean | undefined }): ReactElement | null {
  const { newRows, format } = useDashboard();
  if (!made && !newRows.has(id)) return null;
  return (
    <span className="rf-dot rf-new">
      <VisuallyHidden>{format.t("live.new")}</VisuallyHidden>
    </span>
  );
}
