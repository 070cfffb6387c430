import type { ReactElement } from "react";
import type { Program } from "../../../contract/records.ts";
import { Card } from "../../../dashboard/ui/Card.tsx";
import { CopyButton } from "../../../dashboard/ui/CopyButton.tsx";
import { Strip } from "../../../dashboard/ui/Strip.tsx";
import { useConsole } from "../../context.ts";
import { joinAddress } from "../../given.ts";
import { Read } from "../../parts/Page.tsx";
import { FormEditor } from "./FormEditor.tsx";
import { formText, formToSave, tellForm } from "./form-fields.ts";
import { Groups } from "./Groups.tsx";
import { choices, ProgramForm, useProgram, type Setting } from "./ProgramForm.tsx";

const settings: readonly Setting[] = [
  {
    name: "joining",
    label: "Who may join on the join page",
    kind: choices({ open: "Everybody", invitation: "Who is invited", closed: "Nobody" }),
    show: ({ joining }) => joining,
    read: (typed) => ({ joining: typed as Program["joining"] }),
  },
  {
    name: "autoApprove",
    label: "Users of your app who become partners",
    kind: choices({ yes: "Are active at once", no: "Wait for your answer" }),
    show: ({ autoApprove }) => (autoApprove ? "yes" : "no"),
    read: (typed) => ({ autoApprove: typed === "yes" }),
  },
  {
    name: "applicationForm",
    label: "What applicants are asked",
    Editor: FormEditor,
    tell: tellForm,
    show: ({ applicationForm }) => formText(applicationForm?.fields),
    read: (typed) => ({ applicationForm: formToSave(typed) }),
  },
];

const joinHints: Readonly<Record<Program["joining"], string>> = {
  open: "Anybody who has it may apply.",
  invitation:
    "It takes applications of those who come by a partner's invitation. A group's own join page takes anybody's.",
  closed: "It takes no applications now, and neither do groups' own join pages.",
};

/** Who may join, what they are asked, and what each group of partners gets. */
export function Joining(): ReactElement {
  const { given } = useConsole();
  const seen = useProgram();
  return (
    <div className="con-two">
      <Read of={seen} rows={6}>
        {(now) => <ProgramForm title="Joining" settings={settings} now={now} onReload={() => void seen.refetch()} />}
      </Read>
      <div className="rf-stack">
        <Card title="Join page" actions={<CopyButton mini text={joinAddress(given)} label="Copy" />}>
          <p className="rf-break">{joinAddress(given)}</p>
          {seen.data && <p className="rf-muted rf-small">{joinHints[seen.data.program.joining]}</p>}
          {!given.mails && (
            <Strip tone="warning">
              Nobody can apply there yet: an address is proven by mail, and the service sends none. Whoever runs it sets
              SMTP_URL.
            </Strip>
          )}
        </Card>
        <Groups />
      </div>
    </div>
  );
}
