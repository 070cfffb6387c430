import type { ReactElement } from "react";
import type { InvitedPartner } from "../../../contract/records.ts";
import { useConsole } from "../../context.ts";
import { LinkDialog } from "../../parts/LinkDialog.tsx";

/** The link of an invitation, and whether it was mailed. */
export function InvitationLink({ to, onClose }: { to: InvitedPartner; onClose: () => void }): ReactElement {
  const { format } = useConsole();
  const { name, email, invitation } = to;
  return (
    <LinkDialog
      title={`${name} is invited`}
      label="Invitation link"
      url={invitation.url}
      isSent={invitation.mailed}
      note={`It signs them in once, until ${format.date(invitation.expiresAt)}; links sent before have ended. Give it to them alone.`}
      onClose={onClose}
    >
      {invitation.mailed
        ? `The link is on its way to ${email ?? name}.`
        : "No mail was sent: mails are not set up, or three went to this address today. Send them the link yourself."}
    </LinkDialog>
  );
}
