import { useState, type ReactElement } from "react";
import type { PartnerMailKind } from "../../../contract/mails.ts";
import type { Program } from "../../../contract/records.ts";
import { Select } from "../../../dashboard/ui/Select.tsx";
import { useConsole } from "../../context.ts";
import { Read } from "../../parts/Page.tsx";
import { mailKinds } from "./mail-kinds.ts";
import { MailPreview } from "./MailPreview.tsx";
import { ProgramForm, useProgram, type FormValues, type Setting } from "./ProgramForm.tsx";

const kinds = Object.keys(mailKinds) as PartnerMailKind[];

/** The texts of a program with one of them changed; empty ones are left out, and ours are sent. */
function withText(mails: Program["mails"], { kind, part, text }: Changed): Program["mails"] {
  const own: Partial<Record<Changed["part"], string>> = { ...mails[kind] };
  delete own[part];
  if (text.trim()) own[part] = text.trim();
  const { [kind]: _, ...others } = mails;
  return Object.keys(own).length > 0 ? { ...others, [kind]: own } : others;
}

interface Changed {
  kind: PartnerMailKind;
  part: "subject" | "body";
  text: string;
}

const settingOf = (kind: PartnerMailKind, part: Changed["part"]): Setting => ({
  name: `${kind}.${part}`,
  label: `${mailKinds[kind][0]}: ${part === "subject" ? "subject" : "text"}`,
  kind: part === "subject" ? "text" : "note",
  rows: 10,
  hint:
    part === "subject"
      ? "Empty: our own words, in the reader's language. Yours are sent whatever their language is."
      : `Filled in: ${["program", "name", ...mailKinds[kind][1]].map((slot) => `{${slot}}`).join(", ")}. An empty line begins a paragraph.`,
  show: ({ mails }) => mails[kind]?.[part] ?? "",
  read: (text, { mails }) => ({ mails: withText(mails, { kind, part, text }) }),
});
const settings: readonly Setting[] = kinds.flatMap((kind) => [settingOf(kind, "subject"), settingOf(kind, "body")]);

/** The program's own words of mails to partners. */
export function Mails(): ReactElement {
  const { canManage } = useConsole();
  const seen = useProgram();
  const [kind, setKind] = useState<PartnerMailKind>("invited");
  const isOwn = (of: PartnerMailKind): boolean => seen.data?.value.mails[of] !== undefined;
  return (
    <Read of={seen} rows={6}>
      {(now) => (
        <ProgramForm
          title="Mails to partners"
          settings={settings}
          isShown={({ name }) => name.startsWith(`${kind}.`)}
          now={now}
          onReload={() => void seen.refetch()}
          {...(canManage && { beside: (form: FormValues) => <MailPreview key={kind} kind={kind} form={form} /> })}
        >
          <Select
            aria-label="Mail"
            value={kind}
            options={kinds.map((value) => ({
              value,
              label: `${mailKinds[value][0]}${isOwn(value) ? " (your words)" : ""}`,
            }))}
            onChange={({ currentTarget }) => setKind(currentTarget.value as PartnerMailKind)}
          />
        </ProgramForm>
      )}
    </Read>
  );
}
