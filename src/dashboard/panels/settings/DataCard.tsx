import { useState, type ReactElement } from "react";
import { useDashboard } from "../../dashboard-context.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Strip } from "../../ui/Strip.tsx";
import { useExport } from "../../useExport.ts";
import { useEnrollmentAction } from "../../writes.ts";

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
      {leaving && <LeaveDialog onClose={() => setLeaving(false)} />}
    </Card>
  );
}

/** Says what stops before the partner leaves the program. */
function LeaveDialog({ onClose }: { onClose: () => void }): ReactElement {
  const { session, bootstrap, format } = useDashboard();
  const { t } = format;
  const write = useEnrollmentAction(session);
  const leave = (): void => void write.mutateAsync({ action: "leave" }).then(onClose, () => {});
  return (
    <Dialog title={t("settings.leaveTitle", { program: bootstrap.program.name })} onClose={onClose}>
      <div className="rf-stack rf-stack-12">
        <p>{t("settings.leaveText")}</p>
        {write.isError && <Strip>{t("failed.action")}</Strip>}
        <div className="rf-row rf-end">
          <Button data-autofocus="" onClick={onClose}>
            {t("settings.stay")}
          </Button>
          <Button variant="danger" aria-disabled={write.isPending} onClick={leave}>
            {t("settings.leave")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
