import type { ReactElement } from "react";
import { useDashboard } from "../../dashboard-context.ts";
import { useEnrollmentAction } from "../../writes.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Strip } from "../../ui/Strip.tsx";

/** Props of {@link LeaveDialog}. */
export interface LeaveDialogProps {
  onClose: () => void;
}

/** Says what stops before the partner leaves the program. */
export function LeaveDialog({ onClose }: LeaveDialogProps): ReactElement {
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
