import type { ReactElement } from "react";
import type { InvitedPartner } from "../../../contract/records.ts";
import { Button } from "../../../dashboard/ui/Button.tsx";
import { CopyButton } from "../../../dashboard/ui/CopyButton.tsx";
import { Dialog } from "../../../dashboard/ui/Dialog.tsx";
import { useConsole } from "../../context.ts";

/** The link of an invitation, which no later answer holds, and whether it was mailed. */
export function InvitationLink({ to, onClose }: { to: InvitedPartner; onClose: () => void }): ReactElement {
  const { format } = useConsole();
  const { name, email, invitation } = to;
  return (
    <Dialog title={`${name} is invited`} onClose={onClose}>
      <div className="rf-stack rf-stack-12">
        <p>
          {invitation.mailed
            ? `The link is on its way to ${email ?? name}.`
            : "No mail was sent: mails are not set up, or three went to this address today. Send them the link yourself."}
        </p>
        <div className="con-link">
          <input
            className="rf-input"
            aria-label="Invitation link"
            readOnly
            value={invitation.url}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <CopyButton text={invitation.url} label="Copy" variant={invitation.mailed ? "default" : "primary"} />
        </div>
        <p className="rf-muted rf-small">
          It signs them in once, until {format.date(invitation.expiresAt)}; links sent before have ended. Give it to
          them alone.
        </p>
        <div className="rf-row rf-end">
          <Button onClick={onClose}>Done</Button>
        </div>
      </div>
    </Dialog>
  );
}
