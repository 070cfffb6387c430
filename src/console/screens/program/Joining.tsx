import { useState, type ReactElement } from "react";
import type { Program } from "../../../contract/records.ts";
import { Card } from "../../../dashboard/ui/Card.tsx";
import { CopyButton } from "../../../dashboard/ui/CopyButton.tsx";
import { Select } from "../../../dashboard/ui/Select.tsx";
import { Strip } from "../../../dashboard/ui/Strip.tsx";
import { base } from "../../address.ts";
import { useConsole } from "../../context.ts";
import { type Seen, useReadAll } from "../../data.ts";
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
  const seen = useProgram();
  return (
    <div className="con-two">
      <Read of={seen} rows={6}>
        {(now) => <ProgramForm title="Joining" settings={settings} now={now} onReload={() => void seen.refetch()} />}
      </Read>
      <div className="rf-stack">
        <JoinPage seen={seen.data} />
        <Groups />
      </div>
    </div>
  );
}

/** The join page of the program, or of a group that has one, as it is now. */
function JoinPage({ seen }: { seen: Seen<Program> | undefined }): ReactElement {
  const { given } = useConsole();
  const groups = useReadAll("groups.list");
  const [picked, setPicked] = useState("");
  const own = (groups.data ?? []).filter(({ joinPage }) => joinPage);
  const group = own.find(({ id }) => id === picked);
  const address = joinAddress(given, group);
  return (
    <Card
      title="Join page"
      actions={
        <>
          {own.length > 0 && (
            <Select
              small
              aria-label="Whose join page"
              value={group?.id ?? ""}
              prompt="Everybody's"
              options={own.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={({ currentTarget }) => setPicked(currentTarget.value)}
            />
          )}
          <CopyButton mini text={address} label="Copy" />
        </>
      }
    >
      <div className="rf-stack rf-stack-12">
        <p className="rf-break">{address}</p>
        {seen && <p className="rf-muted rf-small">{joinHints[seen.value.joining]}</p>}
        {!given.mails && (
          <Strip tone="warning">
            Nobody can apply there yet: an address is proven by mail, and the service sends none. Whoever runs it sets
            SMTP_URL.
          </Strip>
        )}
        {seen && groups.data && (
          <div className="con-seen" role="group" aria-label="The join page as strangers see it">
            <p className="rf-small">This is what strangers see. Nothing is sent from here.</p>
            <iframe
              // Drawn anew once something that it shows was saved.
              key={JSON.stringify([seen.version, group])}
              className="con-frame con-frame-phone"
              title="Join page"
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              src={`${given.appUrl}${base}/preview/join${group ? `/${encodeURIComponent(group.slug)}` : ""}`}
            />
          </div>
        )}
      </div>
    </Card>
  );
}
