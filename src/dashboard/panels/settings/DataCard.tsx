import { useState, type ComponentType, type ReactElement } from "react";
import { LazyDialog } from "../../Lazily.tsx";
import { useDashboard } from "../../dashboard-context.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Strip } from "../../ui/Strip.tsx";
import { useExport } from "../../useExport.ts";
import type { LeaveDialogProps } from "./LeaveDialog.tsx";
import { loadCode } from "../../../http/load-code.ts";

const loadDialog = (): Promise<ComponentType<LeaveDialogProps>> =>
  loadCode(() => import("./LeaveDialog.tsx"), "LeaveDialog").then((code) => code.LeaveDialog);

/** Everything the service holds about the partner as a file, and the way out of the program. */
export function DataCard(): ReactElement | null {
  const { bootstrap, format, can } = useDashboard();
  const { t } = format;
  const file = useExport();
  const [leaving, setLeaving] = useState(false);
  const mayLeave = bootstrap.actions.includes("leave") && can("profile:write");
  if (!bootstrap.sections.export && !mayLeave) return null;
  return (
    <Card title={t("settings.data")}>
      <div className="rf-stack rf-stack-12">
        {file.failed && <Strip>{t("failed.action")}</Strip>}
        <div className="rf-row">
          {bootstrap.sections.export && (
            <Button icon="download" aria-disabled={file.busy} onClick={() => void file.run({ format: "json" })}>
              {t("settings.export")}
            </Button>
          )}
          {mayLeave && (
            <Button variant="danger" onClick={() => setLeaving(true)}>
              {t("settings.leave")}
            </Button>
          )}
        </div>
      </div>
      {leaving && <LazyDialog load={loadDialog} props={{ onClose: () => setLeaving(false) }} />}
    </Card>
  );
}
