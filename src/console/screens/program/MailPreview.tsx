import type { ReactElement } from "react";
import type { PartnerMailKind } from "../../../contract/mails.ts";
import { Button } from "../../../dashboard/ui/Button.tsx";
import { Card } from "../../../dashboard/ui/Card.tsx";
import { useInTurn, useRead } from "../../data.ts";
import { Read } from "../../parts/Page.tsx";
import type { FormValues } from "./ProgramForm.tsx";

/** Props of {@link MailPreview}. */
export interface MailPreviewProps {
  kind: PartnerMailKind;
  form: FormValues;
}

/** A mail as a partner gets it with what is typed, and our own words to begin from where nothing is. */
export function MailPreview({ kind, form }: MailPreviewProps): ReactElement {
  const [subject, body] = [form.valueOf(`${kind}.subject`).trim(), form.valueOf(`${kind}.body`).trim()];
  const { asked, isBehind } = useInTurn({ kind, ...(subject && { subject }), ...(body && { body }) });
  const preview = useRead("program.previewMail", { body: asked });
  const isOld = isBehind(preview.isFetching);
  return (
    <div className="rf-stack">
      <Card title="As partners get it" busy={isOld}>
        <Read of={preview} rows={4}>
          {(mail) => (
            <div className="con-mail" role="group" aria-label="Preview">
              <p className="con-mail-subject">{mail.subject}</p>
              <p className="con-mail-text">{mail.text}</p>
            </div>
          )}
        </Read>
        <p className="rf-muted rf-small">
          With sample values, as text. Mail programs that show more have your logo, and the link as a button.
        </p>
      </Card>
      {(!subject || !body) && preview.data && (
        <Card
          title="Our words"
          aside={subject || body ? `The ${subject ? "text" : "subject"} is ours` : "Sent, as you have none"}
          actions={
            <Button
              mini
              onClick={() => {
                if (!subject) form.type(`${kind}.subject`, preview.data.usual.subject);
                if (!body) form.type(`${kind}.body`, preview.data.usual.body);
              }}
            >
              Begin with these words
            </Button>
          }
        >
          <div className="con-mail">
            {!subject && <p className="con-mail-subject">{preview.data.usual.subject}</p>}
            {!body && <p className="con-mail-text">{preview.data.usual.body}</p>}
          </div>
        </Card>
      )}
    </div>
  );
}
