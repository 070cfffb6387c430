import type { ReactElement } from "react";
import type { PersonLink } from "../../../contract/records.ts";
import { useConsole } from "../../context.ts";
import { LinkDialog } from "../../parts/LinkDialog.tsx";

/** Props of {@link SignInLink}. */
export interface SignInLinkProps {
  name: string;
  link: PersonLink;
  onClose: () => void;
}

/** The first link of somebody who was invited, to be sent to them by hand. */
export function SignInLink({ name, link, onClose }: SignInLinkProps): ReactElement {
  const { format } = useConsole();
  return (
    <LinkDialog
      title={`Sign-in link of ${name}`}
      label="Sign-in link"
      url={link.url}
      note={`It signs in once, until ${format.dateTime(link.expiresAt)}; links made before have ended. It is not shown again.`}
      onClose={onClose}
    >
      Send it to {name} yourself, and to nobody else: whoever opens it acts under their name.
    </LinkDialog>
  );
}
