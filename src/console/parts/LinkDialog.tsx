import type { ReactElement, ReactNode } from "react";
import { Button } from "../../dashboard/ui/Button.tsx";
import { CopyButton } from "../../dashboard/ui/CopyButton.tsx";
import { Dialog } from "../../dashboard/ui/Dialog.tsx";

/** Props of {@link LinkDialog}. */
export interface LinkDialogProps {
  title: string;
  /** To whom it goes, and how. */
  children: ReactNode;
  /** What it is, to who cannot see it. */
  label: string;
  url: string;
  /** Whether it is on its way already, so that copying it is not what there is to do. */
  isSent?: boolean;
  /** How long it works, and what becomes of links before it. */
  note: string;
  onClose: () => void;
}

/** A link or key to hand on, which no later answer holds. */
export function LinkDialog({ title, children, label, url, isSent, note, onClose }: LinkDialogProps): ReactElement {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="rf-stack rf-stack-12">
        <p>{children}</p>
        <div className="con-link">
          <input
            className="rf-input"
            aria-label={label}
            readOnly
            value={url}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <CopyButton text={url} label="Copy" variant={isSent ? "default" : "primary"} />
        </div>
        <p className="rf-muted rf-small">{note}</p>
        <div className="rf-row rf-end">
          <Button onClick={onClose}>Done</Button>
        </div>
      </div>
    </Dialog>
  );
}
